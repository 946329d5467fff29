import type { Command } from '@waybill/bootstrap/service-definition';
import { DomainService } from './domain.service';

/** `seed-demo {"projectId","domain"}`: gives the demo project a sender domain that is already verified. */
export const seedDemo: Command = async (argument, app) => {
  const { projectId, domain } = JSON.parse(argument ?? '{}') as { projectId: string; domain: string };
  await app.get(DomainService).addVerified(projectId, domain);
};
