import { Button } from '@mantine/core';
import { Download } from 'lucide-react';
import type { Schema } from '../../api/client';
import { Figure, Figures } from '../../parts/figure/figure';
import { formatNumber } from '../../parts/format/format';
import { Notice } from '../../parts/notice/notice';
import { saveFile } from '../../parts/save-file/save-file';
import { i18n } from '../../text/i18n';

/** The counts of an import or of its dry run, with what needs a look. */
export function ImportCounts({ result }: { result: Schema<'ImportResult'> }) {
  const { createdCount, updatedCount, unchangedCount, duplicateCount, failureCount, errors, similarFields } = result;
  return (
    <>
      <Figures label={result.dryRun ? i18n.t('Result of the dry run') : i18n.t('Result of the import')}>
        <Figure name={i18n.t('New')} value={formatNumber(createdCount)} />
        <Figure name={i18n.t('Changed')} value={formatNumber(updatedCount - unchangedCount)} />
        <Figure name={i18n.t('Unchanged')} value={formatNumber(unchangedCount)} />
        <Figure name={i18n.t('Twice in the file')} value={formatNumber(duplicateCount)} />
        <Figure name={i18n.t('Refused')} value={formatNumber(failureCount)} />
      </Figures>
      {similarFields.map(({ column, field }) => (
        <Notice
          key={`${column} ${field}`}
          tone="watch"
          title={i18n.t('The column {column} makes a field of its own; contacts also have {field}.', { column, field })}
        />
      ))}
      {errors.length > 0 && <Refused errors={errors} count={failureCount} />}
    </>
  );
}

interface RefusedProps {
  errors: readonly Schema<'ImportError'>[];
  /** All of them; the API keeps the first 1,000. */
  count: number;
}

function Refused({ errors, count }: RefusedProps) {
  const download = (): void => {
    const cell = (value: string | number | null): string => `"${String(value ?? '').replaceAll('"', '""')}"`;
    const lines = errors.map(({ row, line, email, error }) => [row, line, email, error].map(cell).join(','));
    saveFile(new Blob([['row,line,email,error', ...lines].join('\r\n')], { type: 'text/csv' }), 'refused-rows.csv');
  };
  const words =
    errors.length < count
      ? i18n.t('Download the first {count}', { count: formatNumber(errors.length) })
      : i18n.t('Download them');
  return (
    <Notice
      tone="watch"
      title={i18n.t('{count, plural, one {# row} other {# rows}} cannot be imported.', { count })}
      action={
        <Button variant="default" size="xs" leftSection={<Download size={14} aria-hidden />} onClick={download}>
          {words}
        </Button>
      }
    >
      <ul>
        {errors.slice(0, 5).map(({ row, line, email, error }) => (
          <li key={row}>
            {i18n.t('Line {line}, {email}: {error}', {
              line: formatNumber(line),
              email: email || i18n.t('no address'),
              error,
            })}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
