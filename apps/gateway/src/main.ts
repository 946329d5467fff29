import { main } from '@waybill/bootstrap/main';

main('gateway', __dirname, async () => (await import('./service')).gatewayService);
