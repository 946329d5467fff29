SELECT app.create_service_schema('billing', 'waybill_billing');
SELECT app.create_messaging_tables('billing');
