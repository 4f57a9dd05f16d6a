"""Reads portfolios from an Orangery gateway, keeps mirrors of them and proves them."""
from ._version import SERVICE_VERSION, VERSION
from .errors import (
    ApiError,
    AuthenticationError,
    AuthorizationError,
    InvalidRequestError,
    NoResponseError,
    NotFoundError,
    OrangeryError,
    RateLimitError,
    ServerError,
    WebhookError,
)
from .follow import follow_changes
from .mirrors import Mirror, Mirrors, Outcome, digest_of
from .orangery import Orangery, PlantStore
from .paged_list import PagedList
from .store import FolderStore, MemoryStore, Store
from .webhook import WebhookEvent, verify_webhook

__version__ = VERSION
__all__ = [
    'ApiError', 'AuthenticationError', 'AuthorizationError', 'FolderStore', 'InvalidRequestError', 'MemoryStore', 'Mirror',
    'Mirrors', 'NoResponseError', 'NotFoundError', 'Orangery', 'OrangeryError', 'Outcome', 'PagedList', 'PlantStore',
    'RateLimitError', 'SERVICE_VERSION', 'ServerError', 'Store', 'VERSION', 'WebhookError', 'WebhookEvent', 'digest_of',
    'follow_changes', 'verify_webhook',
]
