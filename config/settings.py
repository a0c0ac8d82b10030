"""Every setting of the product, read from the environment; nonsense is refused at start-up.

What can hurt an event when set wrongly has a system check in ``tournament/checks.py``.
"""

import sys
from pathlib import Path
from typing import Any

import environ
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy as _

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = BASE_DIR / "var"
env = environ.Env()


def _secret_key() -> str:
    """The key from SECRET_KEY, or one made once and kept beside the embedded database."""
    key: str = env.str("SECRET_KEY", default="")
    if key:
        return key
    path = VAR_DIR / "secret_key"
    if not path.exists():
        from django.core.management.utils import get_random_secret_key

        VAR_DIR.mkdir(parents=True, exist_ok=True)
        try:
            with path.open("x", encoding="ascii") as file:
                file.write(get_random_secret_key())
        except FileExistsError:  # another process was a moment faster
            pass
        path.chmod(0o600)
    return path.read_text("ascii").strip()


def _database() -> dict[str, Any]:
    """PostgreSQL or SQLite from DATABASE_URL; the embedded SQLite file when it is not set.

    SQLite takes its write lock at BEGIN (IMMEDIATE): with the default a read that turns into a write
    fails at once under load. ``foreign_keys`` is switched on by Django itself.
    """
    VAR_DIR.mkdir(parents=True, exist_ok=True)
    db: dict[str, Any] = env.db_url("DATABASE_URL", default=f"sqlite:///{VAR_DIR / 'sixteen-hands.sqlite3'}")
    if db["ENGINE"].endswith("sqlite3"):
        db["OPTIONS"] = {
            **db.get("OPTIONS", {}),
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": (
                "PRAGMA journal_mode=WAL;PRAGMA synchronous=NORMAL;PRAGMA mmap_size=134217728;"
                "PRAGMA journal_size_limit=27103364;PRAGMA cache_size=-8000;"
            ),
        }
    elif not db["ENGINE"].endswith("postgresql"):
        raise ImproperlyConfigured("DATABASE_URL must name SQLite or PostgreSQL (15 or newer).")
    else:
        # statements that come again are planned once in each connection
        db["OPTIONS"] = {**db.get("OPTIONS", {}), "server_side_binding": True, "prepare_threshold": 2}
    # the threads that answer pages stay, and so do their connections; PostgreSQL may be restarted meanwhile
    db["CONN_MAX_AGE"] = 0 if db["ENGINE"].endswith("postgresql") and "pytest" in sys.modules else None
    db["CONN_HEALTH_CHECKS"] = db["ENGINE"].endswith("postgresql")
    if db["ENGINE"].endswith("sqlite3"):
        db["TEST"] = {
            "NAME": env.str("TEST_DB", default=str(VAR_DIR / "test.sqlite3"))
        }  # a file: live tests read it from other threads
    return db


SECRET_KEY = _secret_key()
DEBUG = env.bool("DEBUG", default=False)
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["*"])
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])
SEATING_PATIENCE = env.float("SEATING_PATIENCE", default=1.0)
"""Seconds that a request waits for a seating before it shows how far the making is."""
SITE_URL = env.str("SITE_URL", default="")
"""Where phones reach this server ("https://mahjong.example"). Empty: the address of the request."""

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "django_htmx",
    "template_partials",
    "axes",
    "csp",
    "scoring",
    "tournament",
]

# No GZipMiddleware: it compresses each part of a stream as its own member and browsers decode only the
# first. servestatic compresses files; a proxy or ``config.asgi`` compresses pages.
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "config.static.static_files",
    "config.middleware.compress_pages",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "config.policy.Policy",
    "axes.middleware.AxesMiddleware",
    "tournament.views.sight.eyes",
    "tournament.views.shared.RefusalPages",
]

# What only browsers and pages need. Requests to the API that carry a table's pass have neither cookies nor
# forms; they are answered with JSON, refusals too.
FOR_BROWSERS = {
    "config.static.static_files",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "axes.middleware.AxesMiddleware",
    "tournament.views.shared.RefusalPages",
}
PASS_MIDDLEWARE = [name for name in MIDDLEWARE if name not in FOR_BROWSERS]

ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    }
]

DATABASES = {"default": _database()}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "desk"
LOGOUT_REDIRECT_URL = "home"
AXES_FAILURE_LIMIT = 8
AXES_COOLOFF_TIME = 0.25  # hours
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_ENABLE_ACCESS_FAILURE_LOG = False
AXES_LOCKOUT_TEMPLATE = "registration/locked.html"

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("zh-hans", _("Simplified Chinese"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

STATIC_URL = "static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_ROOT = VAR_DIR / "static"
STATIC_ROOT.mkdir(parents=True, exist_ok=True)
# Under pytest and while developing, static files are served from where they lie, without a build.
FROM_SOURCE = DEBUG or "pytest" in sys.modules
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if FROM_SOURCE
        else "config.static.Storage"
    },
}
SERVESTATIC_USE_FINDERS = FROM_SOURCE
SERVESTATIC_AUTOREFRESH = DEBUG
SERVESTATIC_KEEP_ONLY_HASHED_FILES = True
SERVESTATIC_SKIP_COMPRESS_EXTENSIONS = ["png", "jpg", "woff", "woff2", "gz", "br", "map"]

CACHES = {
    "default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "OPTIONS": {"MAX_ENTRIES": 2000}}
}
REDIS_URL = env.str("REDIS_URL", default="")

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "worker-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_PROXY_SSL_HEADER = (
    ("HTTP_X_FORWARDED_PROTO", "https") if env.bool("BEHIND_PROXY", default=False) else None
)
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = env.bool("HTTPS_ONLY", default=False)
SECURE_SSL_REDIRECT = env.bool("HTTPS_ONLY", default=False)
SECURE_HSTS_SECONDS = env.int("HSTS_SECONDS", default=0)
SESSION_COOKIE_AGE = 60 * 60 * 24 * 14
LANGUAGE_COOKIE_AGE = 60 * 60 * 24 * 365
X_FRAME_OPTIONS = "DENY"
DATA_UPLOAD_MAX_MEMORY_SIZE = 4 * 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 5000

REST_FRAMEWORK = {
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "tournament.api.authentication.PassAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.AllowAny"],
    "DEFAULT_RENDERER_CLASSES": ["tournament.api.renderers.JSONRenderer"],
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "tournament.api.renderers.OneAnswer",
    "DEFAULT_PARSER_CLASSES": ["tournament.api.parsers.JSONParser"],
    "EXCEPTION_HANDLER": "tournament.api.errors.handle",
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Sixteen Hands",
    "DESCRIPTION": "Tournaments of Chinese Official mahjong: tables, deals, standings, the judge.",
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "REDOC_DIST": "SIDECAR",
}

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "%(asctime)s %(levelname)s %(name)s %(message)s"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["stderr"], "level": env.str("LOG_LEVEL", default="WARNING")},
}
