-- The trace of the request that an email came from (W3C Trace Context), so that its hand-over belongs to the same one.
ALTER TABLE delivery.email ADD COLUMN traceparent text;
