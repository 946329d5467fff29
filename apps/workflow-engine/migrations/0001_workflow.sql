SELECT app.create_service_schema('workflow', 'waybill_workflow_engine');
SELECT app.create_messaging_tables('workflow');
