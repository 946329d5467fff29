import type { Schema } from '../api/client';
import { i18n } from '../text/i18n';

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
  transactional: {
    blocked: i18n.t('No more transactional emails are taken this month'),
    near: i18n.t('The limit of transactional emails is near'),
  },
  campaigns: {
    blocked: i18n.t('No more campaign emails are taken this month'),
    near: i18n.t('The limit of campaign emails is near'),
  },
  workflows: {
    blocked: i18n.t('No more workflow emails are taken this month'),
    near: i18n.t('The limit of workflow emails is near'),
  },
  inbound: {
    blocked: i18n.t('No more received emails are taken this month'),
    near: i18n.t('The limit of received emails is near'),
  },
};

/** All that needs a person, worst first: danger of suspension, spent limits, domains whose records are not seen. */
export function needsOf({ domains, security, limits }: Facts): Need[] {
  const needs: Need[] = [];
  const { violations, warnings } = security.status;
  if (violations.length > 0 || warnings.length > 0) {
    needs.push({
      tone: violations.length > 0 ? 'bad' : 'watch',
      title:
        violations.length > 0 ? i18n.t('Bounces or complaints are critical') : i18n.t('Bounces or complaints are high'),
      words: [...violations, ...warnings].join('. '),
      to: '/settings/limits',
      action: i18n.t('See the limits'),
    });
  }
  for (const [category, { blocked, near }] of Object.entries(categories)) {
    const { isBlocked, isWarning, percentage } = limits[category as keyof typeof categories];
    if (!isBlocked && !isWarning) continue;
    needs.push({
      tone: isBlocked ? 'bad' : 'watch',
      title: isBlocked ? blocked : near,
      words: i18n.t("{percentage} % of the month's limit are used.", { percentage }),
      to: '/settings/limits',
      action: i18n.t('Change the limit'),
    });
  }
  for (const { id, domain, verified } of domains) {
    if (verified) continue;
    needs.push({
      tone: 'watch',
      title: i18n.t('{domain} is not verified', { domain }),
      words: i18n.t('Nothing can be sent from it until its records are in the DNS.'),
      to: `/domains/${id}`,
      action: i18n.t('See the records'),
    });
  }
  return needs;
}
