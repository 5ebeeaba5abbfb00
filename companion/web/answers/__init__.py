"""What the API answers as JSON: a typed class each, from which the OpenAPI document is made."""
