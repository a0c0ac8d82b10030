"""Every address of the product, by who uses it."""

from csp.constants import UNSAFE_INLINE
from csp.decorators import csp_update
from django.contrib import admin
from django.contrib.auth.views import LoginView, LogoutView
from django.urls import include, path
from django.views.decorators.http import require_safe
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView

# Swagger's own page brings a style element along; it is the only page that may.
swagger = SpectacularSwaggerSplitView.as_view(url_name="schema")
api_docs = require_safe(csp_update({"style-src": [UNSAFE_INLINE]})(swagger))

# addresses are tried in this order: what comes most often stands first
urlpatterns = [
    path("api/v1/", include("tournament.urls.api")),
    path("", include("tournament.urls.public")),
    path("p/", include("tournament.urls.referee")),
    path("my/", include("tournament.urls.own")),
    path("desk/", include("tournament.urls.organizer")),
    path("api/v1/", include("scoring.api.urls")),
    path("api/schema/", SpectacularAPIView.as_view(), name="schema"),
    path("api/docs/", api_docs, name="api_docs"),
    path("login/", LoginView.as_view(), name="login"),
    path("logout/", LogoutView.as_view(), name="logout"),
    path("i18n/", include("django.conf.urls.i18n")),
    path("admin/", admin.site.urls),
]
