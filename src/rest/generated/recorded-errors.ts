/** The body of every error by area and code, recorded from real answers by `error-examples.test.ts`. */
export const RECORDED_ERRORS = {
  "portfolio": {
    "missing_parameter": {
      "error": {
        "type": "invalid_request_error",
        "code": "missing_parameter",
        "message": "Missing parameter: client_id takes the user id of the client.",
        "request_id": "request_01JD3M2Q8S4T6V8W0X2Y4Z6A8F"
      }
    },
    "malformed_request": {
      "error": {
        "type": "invalid_request_error",
        "code": "malformed_request",
        "message": "The request has more than one Host header.",
        "request_id": "request_01JD3M2Q8S4T6V8W0X2Y4Z6A8F"
      }
    },
    "invalid_parameter": {
      "error": {
        "type": "invalid_request_error",
        "code": "invalid_parameter",
        "message": "Invalid parameter: page takes a whole number from 1 to 2147483647.",
        "request_id": "request_01JD3M2Q8S4T6V8W0X2Y4Z6A8F"
      }
    },
    "unknown_parameter": {
      "error": {
        "type": "invalid_request_error",
        "code": "unknown_parameter",
        "message": "Unknown parameter: update_since. Accepted: client_id, category, min_value, max_value, updated_since, include, fields, page, page_size, cursor.",
        "request_id": "request_01JD3M2Q8S4T6V8W0X2Y4Z6A8F"
      }
    },
    "missing_version": {
      "error": {
        "type": "invalid_request_error",
        "code": "missing_version",
        "message": "Send X-Service-Version: YYYY-MM-DD, such as 2024-01-01.",
        "request_id": "request_01JD3M2Q8S4T6V8W0X2Y4Z6A8F"
      }
    },
    "invalid_version": {
      "error": {
        "type": "invalid_request_error",
        "code": "invalid_version",
        "message": "X-Service-Version takes one date, YYYY-MM-DD, not later than tomorrow in UTC.",
        "request_id": "request_01JD3M2Q8S4T6V8W0X2Y4Z6A8F"
      }
    },
    "unsupported_version": {
      "error": {
        "type": "invalid_request_error",
        "code": "unsupported_version",
        "message": "X-Service-Version is before the first version. Supported: 2024-01-01.",
        "request_id": "request_01JD3M2Q8S4T6V8W0X2Y4Z6A8F"
      }
    },
    "missing_api_key": {
      "error": {
        "type": "authentication_error",
        "code": "missing_api_key",
        "message": "Send an API key: Authorization: Bearer sk_live_… or sk_test_….",
        "request_id": "request_01JD3M2Q8S4T6V8W0X2Y4Z6A8F"
      }
    },
    "invalid_api_key": {
      "error": {
        "type": "authentication_error",
        "code": "invalid_api_key",
        "message": "The API key is not valid.",
        "request_id": "request_01JD3M2Q8S4T6V8W0X2Y4Z6A8F"
      }
    },
    "revoked_api_key": {
      "error": {
        "type": "authentication_error",
        "code": "revoked_api_key",
        "message": "This API key has been revoked.",
        "request_id": "request_01JD3M2Q8S4T6V8W0X2Y4Z6A8F"
      }
    },
    "expired_api_key": {
      "error": {
        "type": "authentication_error",
        "code": "expired_api_key",
        "message": "This API key has expired.",
        "request_id": "request_01JD3M2Q8S4T6V8W0X2Y4Z6A8F"
      }
    },
    "no_active_grant": {
      "error": {
        "type": "authorization_error",
        "code": "no_active_grant",
        "message": "This key has no grant for this client.",
        "request_id": "request_01JD3M2Q8S4T6V8W0X2Y4Z6A8F"
      }
    },
    "grant_revoked": {
      "error": {
        "type": "authorization_error",
        "code": "grant_revoked",
        "message": "The grant of this key for this client has been revoked.",
        "request_id": "request_01JD3M2Q8S4T6V8W0X2Y4Z6A8F"
      }
    },
    "grant_expired": {
      "error": {
        "type": "authorization_error",
        "code": "grant_expired",
        "message": "The grant of this key for this client has expired.",
        "request_id": "request_01JD3M2Q8S4T6V8W0X2Y4Z6A8F"
      }
    },
    "insufficient_scope": {
      "error": {
        "type": "authorization_error",
        "code": "insufficient_scope",
        "message": "This request needs the valuation scope, which this access does not have.",
        "request_id": "request_01JD3M2Q8S4T6V8W0X2Y4Z6A8F"
      }
    },
    "asset_not_in_grant": {
      "error": {
        "type": "authorization_error",
        "code": "asset_not_in_grant",
        "message": "The asset is outside the grant of this key.",
        "request_id": "request_01JD3M2Q8S4T6V8W0X2Y4Z6A8F"
      }
    },
    "ip_not_allowed": {
      "error": {
        "type": "authorization_error",
        "code": "ip_not_allowed",
        "message": "This API key may not be used from your address.",
        "request_id": "request_01JD3M2Q8S4T6V8W0X2Y4Z6A8F"
      }
    },
    "sandbox_only": {
      "error": {
        "type": "authorization_error",
        "code": "sandbox_only",
        "message": "X-Sandbox-Simulate is for sandbox keys only.",
        "request_id": "request_01JD3M2Q8S4T6V8W0X2Y4Z6A8F"
      }
    },
    "asset_not_found": {
      "error": {
        "type": "not_found",
        "code": "asset_not_found",
        "message": "The client has no asset with this registry id.",
        "request_id": "request_01JD3M2Q8S4T6V8W0X2Y4Z6A8F"
      }
    },
    "record_not_found": {
      "error": {
        "type": "not_found",
        "code": "record_not_found",
        "message": "There is no connection with this id.",
        "request_id": "request_01JD3M2Q8S4T6V8W0X2Y4Z6A8F"
      }
    },
    "route_not_found": {
      "error": {
        "type": "not_found",
        "code": "route_not_found",
        "message": "There is no such path.",
        "request_id": "request_01JD3M2Q8S4T6V8W0X2Y4Z6A8F"
      }
    },
    "method_not_allowed": {
      "error": {
        "type": "invalid_request_error",
        "code": "method_not_allowed",
        "message": "This path takes GET, HEAD.",
        "request_id": "request_01JD3M2Q8S4T6V8W0X2Y4Z6A8F"
      }
    },
    "request_timeout": {
      "error": {
        "type": "invalid_request_error",
        "code": "request_timeout",
        "message": "The request did not arrive completely within the time limit.",
        "request_id": "request_01JD3M2Q8S4T6V8W0X2Y4Z6A8F"
      }
    },
    "body_too_large": {
      "error": {
        "type": "invalid_request_error",
        "code": "body_too_large",
        "message": "The body takes at most 256 KB.",
        "request_id": "request_01JD3M2Q8S4T6V8W0X2Y4Z6A8F"
      }
    },
    "rate_limit_exceeded": {
      "error": {
        "type": "rate_limit_error",
        "code": "rate_limit_exceeded",
        "message": "More than 1000 requests in a minute. Wait 42 s, as Retry-After says, and twice as long after each further 429.",
        "request_id": "request_01JD3M2Q8S4T6V8W0X2Y4Z6A8F"
      }
    },
    "too_many_concurrent_requests": {
      "error": {
        "type": "rate_limit_error",
        "code": "too_many_concurrent_requests",
        "message": "More than 16 requests of this caller are running. Send the next one when one of them has ended.",
        "request_id": "request_01JD3M2Q8S4T6V8W0X2Y4Z6A8F"
      }
    },
    "headers_too_large": {
      "error": {
        "type": "invalid_request_error",
        "code": "headers_too_large",
        "message": "The target and the headers of a request take at most 16 KB together.",
        "request_id": "request_01JD3M2Q8S4T6V8W0X2Y4Z6A8F"
      }
    },
    "internal_error": {
      "error": {
        "type": "api_error",
        "code": "internal_error",
        "message": "Something went wrong on our side. Quote the request id when you report it.",
        "request_id": "request_01JD3M2Q8S4T6V8W0X2Y4Z6A8F"
      }
    },
    "service_unavailable": {
      "error": {
        "type": "api_error",
        "code": "service_unavailable",
        "message": "The service is not available for the moment. Try again shortly.",
        "request_id": "request_01JD3M2Q8S4T6V8W0X2Y4Z6A8F"
      }
    }
  },
  "plants": {
    "invalid_parameter": {
      "error": 400,
      "message": "Invalid parameter: limit takes a whole number from 1 to 2147483647."
    },
    "unknown_parameter": {
      "error": 400,
      "message": "Unknown parameter: offset. Accepted: limit."
    },
    "invalid_body": {
      "error": 400,
      "message": "name takes text of 1 to 200 characters."
    },
    "plant_exists": {
      "error": 400,
      "message": "You already have a plant with this id."
    },
    "missing_access_token": {
      "error": 401,
      "message": "Send an access token: Authorization: Bearer pat_…."
    },
    "invalid_access_token": {
      "error": 401,
      "message": "The access token is not valid."
    },
    "revoked_access_token": {
      "error": 401,
      "message": "This access token has been revoked."
    },
    "expired_access_token": {
      "error": 401,
      "message": "This access token has expired."
    },
    "insufficient_scope": {
      "error": 403,
      "message": "This access token does not have the scope plants. Create a token that has it."
    },
    "plant_not_found": {
      "error": 404,
      "message": "You have no plant with this id."
    },
    "route_not_found": {
      "error": 404,
      "message": "There is no such path."
    },
    "method_not_allowed": {
      "error": 405,
      "message": "This path takes POST, GET, HEAD."
    },
    "rate_limit_exceeded": {
      "error": 429,
      "message": "More than 1000 requests in a minute. Wait 42 s, as Retry-After says, and twice as long after each further 429."
    },
    "too_many_concurrent_requests": {
      "error": 429,
      "message": "More than 16 requests of this caller are running. Send the next one when one of them has ended."
    },
    "internal_error": {
      "error": 500,
      "message": "Something went wrong on our side. Quote the request id when you report it."
    },
    "service_unavailable": {
      "error": 503,
      "message": "The service is not available for the moment. Try again shortly."
    }
  }
} as const
