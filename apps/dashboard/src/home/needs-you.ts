import type { Schema } from '../api/client';

/** Something that a person has to look at. */
export interface Need {
  tone: 'watch' | 'bad';
  title: string;
  words: string;
  to: string;
  action: string;
}

interface Facts {
  domains: readonly Schema<'DomainView'>[];
  security: Schema<'SecurityView'>;
  limits: Schema<'BillingLimits'>;
}

const categories = {
  transactional: 'transactional',
  campaigns: 'campaign',
  workflows: 'workflow',
  inbound: 'received',
};

/** All that needs a person, worst first: danger of suspension, spent limits, domains whose records are not seen. */
export function needsOf({ domains, security, limits }: Facts): Need[] {
  const needs: Need[] = [];
  const { violations, warnings } = security.status;
  if (violations.length > 0 || warnings.length > 0) {
    needs.push({
      tone: violations.length > 0 ? 'bad' : 'watch',
      title: violations.length > 0 ? 'Bounces or complaints are critical' : 'Bounces or complaints are high',
      words: [...violations, ...warnings].join('. '),
      to: '/settings/limits',
      action: 'See the limits',
    });
  }
  for (const [category, word] of Object.entries(categories)) {
    const { isBlocked, isWarning, percentage } = limits[category as keyof typeof categories];
    if (!isBlocked && !isWarning) continue;
    needs.push({
      tone: isBlocked ? 'bad' : 'watch',
      title: isBlocked ? `No more ${word} emails are taken this month` : `The limit of ${word} emails is near`,
      words: `${percentage} % of the month's limit are used.`,
      to: '/settings/limits',
      action: 'Change the limit',
    });
  }
  for (const { id, domain, verified } of domains) {
    if (verified) continue;
    needs.push({
      tone: 'watch',
      title: `${domain} is not verified`,
      words: 'Nothing can be sent from it until its records are in the DNS.',
      to: `/domains/${id}`,
      action: 'See the records',
    });
  }
  return needs;
}
