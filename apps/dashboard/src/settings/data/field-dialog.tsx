import { Modal } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useDisclosure } from '@mantine/hooks';
import { Button } from '@mantine/core';
import { Confirm } from '../../parts/confirm/confirm';
import { ScreenLink } from '../../parts/link/screen-link';
import { Loaded } from '../../parts/loaded/loaded';
import { sayDone } from '../../parts/toast/toast';
import type { Schema } from '../../api/client';
import { useProject } from '../../session/project';
import { deleteField, fieldsQuery, fieldUsageQuery } from './field.queries';
import { i18n } from '../../text/i18n';

type Usage = Schema<'FieldUsage'>;

/** Where a field is used, and its deletion where it is used nowhere. */
export function FieldDialog({ field, onClose }: { field: string; onClose: () => void }) {
  const project = useProject();
  const query = useQuery(fieldUsageQuery(project, field));
  return (
    <Modal
      opened
      onClose={onClose}
      title={i18n.t('Field {field}', { field })}
      closeButtonProps={{ 'aria-label': i18n.t('Close') }}
    >
      <Loaded query={query}>{(usage) => <UsageOf field={field} usage={usage} onClose={onClose} />}</Loaded>
    </Modal>
  );
}

function UsageOf({ field, usage, onClose }: { field: string; usage: Usage; onClose: () => void }) {
  const { usedInSegments, usedInCampaigns, usedInWorkflows, contactCount, canDelete } = usage;
  const project = useProject();
  const queryClient = useQueryClient();
  const [isAsked, dialog] = useDisclosure();
  const deleted = (): void => {
    sayDone(i18n.t('The field {field} is deleted.', { field }));
    void queryClient.invalidateQueries(fieldsQuery(project));
    onClose();
  };
  return (
    <>
      <p style={{ marginTop: 0 }}>
        {i18n.t('{contactCount, plural, one {# contact has} other {# contacts have}} a value.', { contactCount })}
      </p>
      <Uses name={i18n.t('Segments')} path="/segments" uses={usedInSegments} />
      <Uses name={i18n.t('Campaigns')} path="/campaigns" uses={usedInCampaigns} />
      <Uses name={i18n.t('Workflows')} path="/workflows" uses={usedInWorkflows} />
      {canDelete ? (
        <Button variant="outline" color="red" onClick={dialog.open}>
          {i18n.t('Delete the field')}
        </Button>
      ) : (
        <p>{i18n.t('A field that is used is not deleted: take it out of what is listed here first.')}</p>
      )}
      <Confirm
        opened={isAsked}
        onClose={dialog.close}
        title={i18n.t('Delete the field {field}?', { field })}
        action={i18n.t('Delete it from {contactCount, plural, one {# contact} other {# contacts}}', { contactCount })}
        run={() => deleteField(project, field)}
        onDone={deleted}
      >
        <p>{i18n.t('Its values are deleted and cannot be brought back.')}</p>
      </Confirm>
    </>
  );
}

function Uses({ name, path, uses }: { name: string; path: string; uses: readonly { id: string; name: string }[] }) {
  if (uses.length === 0) return null;
  return (
    <>
      <h3>{name}</h3>
      <ul>
        {uses.map(({ id, name: use }) => (
          <li key={id}>
            <ScreenLink to={`${path}/${id}`}>{use}</ScreenLink>
          </li>
        ))}
      </ul>
    </>
  );
}
