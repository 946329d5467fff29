import { main } from '@waybill/bootstrap/main';

main('contacts', __dirname, async () => (await import('./service')).contactsService);
