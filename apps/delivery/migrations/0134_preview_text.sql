-- The text that a mailbox shows behind the subject; null: it shows the first words of the body. A template, as the subject.
ALTER TABLE delivery.template ADD COLUMN preview_text text;
ALTER TABLE delivery.campaign ADD COLUMN preview_text text;
ALTER TABLE delivery.message ADD COLUMN preview_text text;
