-- The document of the visual editor that the body was composed from; null: the body was written as HTML.
ALTER TABLE delivery.template ADD COLUMN design jsonb;
ALTER TABLE delivery.campaign ADD COLUMN design jsonb;
