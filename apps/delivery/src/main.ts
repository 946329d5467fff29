import { main } from '@waybill/bootstrap/main';

main('delivery', __dirname, async () => (await import('./service')).deliveryService);
