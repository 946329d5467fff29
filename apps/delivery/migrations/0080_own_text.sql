-- A text part of its own; null: it is made from the HTML.
ALTER TABLE delivery.template ADD COLUMN text text;
ALTER TABLE delivery.message ADD COLUMN text text;
