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

const categories: { category: Category; name: string }[] = [
  { category: 'transactional', name: 'Transactional emails' },
  { category: 'campaigns', name: 'Campaign emails' },
  { category: 'workflows', name: 'Workflow emails' },
  { category: 'inbound', name: 'Received emails' },
];

/** Caps of a month by category, how much of them is used, and the invoices. */
export default function LimitsSection() {
  const project = useProject();
  const query = useQuery(limitsQuery(project));
  const { data: installation } = useQuery(installationQuery);
  return (
    <>
      <Section title="This month">
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
              {formatNumber(usage)}
              {limit === null ? ', no limit' : ` of ${formatNumber(limit)} (${formatPercent(percentage)})`}
            </span>
            {isBlocked && <ToneBadge tone="bad">Nothing more is taken</ToneBadge>}
            {isWarning && !isBlocked && <ToneBadge tone="watch">Near the limit</ToneBadge>}
            {limit !== null && (
              <Progress
                className={classes['bar']}
                value={Math.min(percentage, 100)}
                aria-label={`${name}: part of the limit that is used`}
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
      sayDone('The limits are saved.');
    },
  );
  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
      <FormProblem form={form} error={save.error} />
      <Stack gap={16} maw={360}>
        {categories.map(({ category, name }) => (
          <NumberInput
            key={form.key(category)}
            label={`Limit of ${name.toLowerCase()}`}
            description="A month; empty for no limit"
            allowNegative={false}
            allowDecimal={false}
            thousandSeparator=","
            hideControls
            {...form.getInputProps(category)}
          />
        ))}
        <div>
          <Button type="submit" loading={save.isPending}>
            Save the limits
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
