"""The REST edge: serializers give shapes, views call the same services as the pages."""
