SELECT app.create_service_schema('segments', 'waybill_segments');
SELECT app.create_messaging_tables('segments');
