import { main } from '@waybill/bootstrap/main';

main('domain-verifier', __dirname, async () => (await import('./service')).domainVerifierService);
