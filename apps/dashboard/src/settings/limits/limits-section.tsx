import { Button, NumberInput, Progress, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { formatNumber, formatPercent } from '../../parts/format/format';
import { FormProblem } from '../../parts/form/form-problem';
import { useSave } from '../../parts/form/save-form';
import { Loaded } from '../../parts/loaded/loaded';
import { Section } from '../../parts/page/page';
import { ToneBadge } from '../../parts/status/status-badge';
import { sayDone } from '../../parts/toast/toast';
import { mayAct, useProject } from '../../session/project';
import { installationQuery } from '../../session/session.queries';
import { Invoices } from './invoices';
import { limitsQuery, setLimits, type Category, type Limits } from './limits.queries';
import classes from './limits-section.module.css';
import { i18n } from '../../text/i18n';

const categories: { category: Category; name: string; limitName: string }[] = [
  {
    category: 'transactional',
    name: i18n.t('Transactional emails'),
    limitName: i18n.t('Limit of transactional emails'),
  },
  { category: 'campaigns', name: i18n.t('Campaign emails'), limitName: i18n.t('Limit of campaign emails') },
  { category: 'workflows', name: i18n.t('Workflow emails'), limitName: i18n.t('Limit of workflow emails') },
  { category: 'inbound', name: i18n.t('Received emails'), limitName: i18n.t('Limit of received emails') },
];

/** Caps of a month by category, how much of them is used, and the invoices. */
export default function LimitsSection() {
  const project = useProject();
  const query = useQuery(limitsQuery(project));
  const { data: installation } = useQuery(installationQuery);
  return (
    <>
      <Section title={i18n.t('This month')}>
        <Loaded query={query}>
          {(limits) => (
            <>
              <Usage limits={limits} />
              {mayAct(project.role, 'ADMIN') && <LimitsForm limits={limits} />}
            </>
          )}
        </Loaded>
      </Section>
      {installation?.features.billing.enabled && <Invoices />}
    </>
  );
}

function Usage({ limits }: { limits: Limits }) {
  return (
    <ul className={classes['usage']}>
      {categories.map(({ category, name }) => {
        const { limit, usage, percentage, isBlocked, isWarning } = limits[category];
        return (
          <li key={category} className={classes['line']}>
            <span className={classes['name']}>{name}</span>
            <span>
              {limit === null
                ? i18n.t('{usage}, no limit', { usage: formatNumber(usage) })
                : i18n.t('{usage} of {limit} ({percentage})', {
                    usage: formatNumber(usage),
                    limit: formatNumber(limit),
                    percentage: formatPercent(percentage),
                  })}
            </span>
            {isBlocked && <ToneBadge tone="bad">{i18n.t('Nothing more is taken')}</ToneBadge>}
            {isWarning && !isBlocked && <ToneBadge tone="watch">{i18n.t('Near the limit')}</ToneBadge>}
            {limit !== null && (
              <Progress
                className={classes['bar']}
                value={Math.min(percentage, 100)}
                aria-label={i18n.t('{name}: part of the limit that is used', { name })}
                transitionDuration={0}
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}

type LimitValues = Record<Category, number | string>;

function LimitsForm({ limits }: { limits: Limits }) {
  const project = useProject();
  const queryClient = useQueryClient();
  const valueOf = (category: Category): number | string => limits[category].limit ?? '';
  const form = useForm<LimitValues>({
    mode: 'uncontrolled',
    initialValues: {
      transactional: valueOf('transactional'),
      campaigns: valueOf('campaigns'),
      workflows: valueOf('workflows'),
      inbound: valueOf('inbound'),
    },
  });
  const save = useSave(
    form,
    (values) => setLimits(project, capsOf(values)),
    async () => {
      await queryClient.invalidateQueries(limitsQuery(project));
      sayDone(i18n.t('The limits are saved.'));
    },
  );
  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
      <FormProblem form={form} error={save.error} />
      <Stack gap={16} maw={360}>
        {categories.map(({ category, limitName }) => (
          <NumberInput
            key={form.key(category)}
            label={limitName}
            description={i18n.t('A month; empty for no limit')}
            allowNegative={false}
            allowDecimal={false}
            thousandSeparator=","
            hideControls
            {...form.getInputProps(category)}
          />
        ))}
        <div>
          <Button type="submit" loading={save.isPending}>
            {i18n.t('Save the limits')}
          </Button>
        </div>
      </Stack>
    </form>
  );
}

/** An empty field is no limit. */
const capsOf = (values: LimitValues): Record<Category, number | null> => {
  const cap = (value: number | string): number | null => (value === '' ? null : Number(value));
  const { transactional, campaigns, workflows, inbound } = values;
  return {
    transactional: cap(transactional),
    campaigns: cap(campaigns),
    workflows: cap(workflows),
    inbound: cap(inbound),
  };
};
