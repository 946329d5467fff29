-- A pass over a message or a report is an attempt.
ALTER TABLE delivery.provider_message RENAME COLUMN tries TO attempts;
ALTER TABLE delivery.provider_notification RENAME COLUMN tries TO attempts;
