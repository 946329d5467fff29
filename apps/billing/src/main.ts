import { main } from '@waybill/bootstrap/main';

main('billing', __dirname, async () => (await import('./service')).billingService);
