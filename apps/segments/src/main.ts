import { main } from '@waybill/bootstrap/main';

main('segments', __dirname, async () => (await import('./service')).segmentsService);
