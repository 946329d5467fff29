import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
import { accountApi, bodyOf } from '../../api/client';
import { Confirm } from '../../parts/confirm/confirm';
import { CodeBlock, CopyField } from '../../parts/copy/copy';
import { curlOf } from '../../parts/empty/curl';
import { Facts } from '../../parts/facts/facts';
import { forgetNewKeys, keepNewKeys, newKeysOf, type Keys } from '../../parts/new-project/new-keys';
import { Notice } from '../../parts/notice/notice';
import { Section } from '../../parts/page/page';
import { mayAct, useProject } from '../../session/project';
import { projectsQuery } from '../../session/session.queries';
import { i18n } from '../../text/i18n';

/** The two keys: the secret one in full only right after it was made. */
export default function KeysSection() {
  const project = useProject();
  const [keys, setKeys] = useState<Keys | undefined>(() => newKeysOf(project.id));
  const forget = (): void => {
    forgetNewKeys(project.id);
    setKeys(undefined);
  };
  return (
    <>
      {keys && <NewKeys keys={keys} onKept={forget} />}
      <Section title={i18n.t('Keys')}>
        <Facts
          facts={[
            [
              i18n.t('Public key'),
              <Fragment key="public">
                <CopyField value={project.public} label={i18n.t('the public key')} />
                <p>{i18n.t('For /v1/track only. It may stand in a web page or an app.')}</p>
              </Fragment>,
            ],
            [
              i18n.t('Secret key'),
              <Fragment key="secret">
                <code>{project.secret}</code>
                <p>{i18n.t('For everything. It is kept as a hash and shown in full only when it is made.')}</p>
              </Fragment>,
            ],
          ]}
        />
      </Section>
      {mayAct(project.role, 'ADMIN') && <Rotate onMade={setKeys} />}
    </>
  );
}

function NewKeys({ keys, onKept }: { keys: Keys; onKept: () => void }) {
  const track = curlOf('POST', '/v1/track', { email: 'someone@example.com', event: 'signed_up' }, keys.secret);
  return (
    <Section title={i18n.t('Your new keys')}>
      <Notice
        tone="watch"
        title={i18n.t('Copy the secret key now: it is not shown again.')}
        action={
          <Button variant="default" onClick={onKept}>
            {i18n.t('I have copied it')}
          </Button>
        }
      />
      <Facts
        facts={[
          [i18n.t('Public key'), <CopyField key="public" value={keys.public} label={i18n.t('the public key')} />],
          [i18n.t('Secret key'), <CopyField key="secret" value={keys.secret} label={i18n.t('the secret key')} />],
        ]}
      />
      <p>{i18n.t('Try it: this records an event, which makes the contact.')}</p>
      <CodeBlock code={track} label={i18n.t('Command that tracks an event')} />
    </Section>
  );
}

function Rotate({ onMade }: { onMade: (keys: Keys) => void }) {
  const project = useProject();
  const queryClient = useQueryClient();
  const [isAsked, dialog] = useDisclosure();
  const rotate = async (): Promise<void> => {
    const path = { id: project.id };
    const made = await bodyOf(accountApi.POST('/users/@me/projects/{id}/regenerate-keys', { params: { path } }));
    const keys = { public: made.public, secret: made.secret };
    keepNewKeys(project.id, keys);
    onMade(keys);
    await queryClient.invalidateQueries(projectsQuery);
  };
  return (
    <Section title={i18n.t('New keys')}>
      <p>{i18n.t('Both keys are replaced at once. Whatever still uses the old ones is refused from that moment.')}</p>
      <Button variant="default" onClick={dialog.open}>
        {i18n.t('Replace both keys')}
      </Button>
      <Confirm
        opened={isAsked}
        onClose={dialog.close}
        title={i18n.t('Replace both keys?')}
        action={i18n.t('Replace the keys')}
        run={rotate}
      >
        <p>{i18n.t('Programs, web pages and apps with the old keys stop working until they have the new ones.')}</p>
      </Confirm>
    </Section>
  );
}
