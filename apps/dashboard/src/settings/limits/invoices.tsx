import { Anchor, Button, Table } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { formatDay, formatMoney, wordsOf } from '../../parts/format/format';
import { Loaded } from '../../parts/loaded/loaded';
import { Section } from '../../parts/page/page';
import { sayFailed } from '../../parts/toast/toast';
import { mayAct, useProject } from '../../session/project';
import { invoicesQuery, openPortal } from './limits.queries';
import { i18n } from '../../text/i18n';

const statuses: Record<string, string> = {
  draft: i18n.t('Draft'),
  open: i18n.t({ id: 'is to be paid', message: 'Open' }),
  paid: i18n.t('Paid'),
  uncollectible: i18n.t('Uncollectible'),
  void: i18n.t('Void'),
};

/** A state of the payment provider as the reader sees it. */
const statusWord = (status: string): string => statuses[status] ?? wordsOf(status);

/** The invoices of the project, and the way to the page on which it is paid. */
export function Invoices() {
  const project = useProject();
  const query = useQuery(invoicesQuery(project));
  const portal = useMutation({
    mutationFn: () => openPortal(project),
    onSuccess: ({ url }) => window.location.assign(url),
    onError: sayFailed,
  });
  return (
    <Section
      title={i18n.t('Billing')}
      aside={
        mayAct(project.role, 'ADMIN') &&
        project.customer && (
          <Button variant="default" size="xs" loading={portal.isPending} onClick={() => portal.mutate()}>
            {i18n.t('Payment and subscription')}
          </Button>
        )
      }
    >
      <Loaded query={query}>
        {({ invoices }) =>
          invoices.length === 0 ? (
            <p>{i18n.t('There are no invoices.')}</p>
          ) : (
            <Table aria-label={i18n.t('Invoices')}>
              <Table.Tbody>
                {invoices.map(({ id, number, status, total, currency, created, hostedInvoiceUrl: url }) => (
                  <Table.Tr key={id}>
                    <Table.Td>{url ? <Anchor href={url}>{number ?? id}</Anchor> : (number ?? id)}</Table.Td>
                    <Table.Td>{formatDay(created)}</Table.Td>
                    <Table.Td>{statusWord(status ?? 'open')}</Table.Td>
                    <Table.Td ta="right">{formatMoney(total, currency)}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          )
        }
      </Loaded>
    </Section>
  );
}
