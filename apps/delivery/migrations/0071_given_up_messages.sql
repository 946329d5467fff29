-- What was given up is listed for an operator, among the many messages that were read.
CREATE INDEX provider_message_failed ON delivery.provider_message (processed_at) WHERE note LIKE 'failed:%';
CREATE INDEX provider_notification_failed ON delivery.provider_notification (processed_at) WHERE note LIKE 'failed:%';
