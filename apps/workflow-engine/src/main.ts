import { main } from '@waybill/bootstrap/main';

main('workflow-engine', __dirname, async () => (await import('./service')).workflowEngineService);
