import { Button, ColorSwatch, FileButton, Stack, Textarea, TextInput } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../api/api-error';
import { accountApi, bodyOf, type Schema } from '../../api/client';
import { FormProblem } from '../../parts/form/form-problem';
import { useSave } from '../../parts/form/save-form';
import { Section } from '../../parts/page/page';
import { sayDone } from '../../parts/toast/toast';
import { imageTypes, uploadImage } from '../../parts/upload/upload-image';
import { mayAct, useProject } from '../../session/project';
import { projectsQuery } from '../../session/session.queries';
import { i18n } from '../../text/i18n';
import classes from './brand-section.module.css';

type Brand = Schema<'ProjectBrand'>;
type Values = Record<keyof Brand, string>;

const colours: [name: Exclude<keyof Brand, 'logoUrl' | 'footer'>, label: string][] = [
  ['ground', i18n.t('Ground')],
  ['paper', i18n.t('Paper')],
  ['text', i18n.t('Text')],
  ['link', i18n.t('Links')],
  ['button', i18n.t('Buttons')],
  ['buttonText', i18n.t('Text of buttons')],
];
const names: (keyof Brand)[] = ['logoUrl', ...colours.map(([name]) => name), 'footer'];

const valuesOf = (brand: Brand | null): Values =>
  Object.fromEntries(names.map((name) => [name, brand?.[name] ?? ''])) as Values;

/** The brand of a form; an empty field is none, and a form of empty fields is no brand. */
function brandOf(values: Values): Brand | null {
  const given = names.filter((name) => values[name].trim() !== '');
  return given.length === 0 ? null : Object.fromEntries(given.map((name) => [name, values[name].trim()]));
}

/** The API names a field `brand.logoUrl`; the form has the same path. */
interface Form extends Record<string, unknown> {
  brand: Values;
}

/** The look that new emails in blocks begin with. */
export default function BrandSection() {
  const project = useProject();
  const isAdmin = mayAct(project.role, 'ADMIN');
  const queryClient = useQueryClient();
  const form = useForm<Form>({ initialValues: { brand: valuesOf(project.brand) } });
  const save = useSave(
    form,
    ({ brand }) => {
      const body = { brand: brandOf(brand) };
      return bodyOf(accountApi.PATCH('/users/@me/projects/{id}', { params: { path: { id: project.id } }, body }));
    },
    async () => {
      await queryClient.invalidateQueries(projectsQuery);
      form.resetDirty();
      sayDone(i18n.t('The brand is saved. New emails in blocks begin with it.'));
    },
  );
  return (
    <Section title={i18n.t('How new emails look')}>
      <form onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
        <FormProblem form={form} error={save.error} />
        <Stack gap={16}>
          <p style={{ margin: 0 }}>
            {i18n.t('Emails in blocks begin like this. An empty field is as the editor has it.')}
          </p>
          <Logo form={form} disabled={!isAdmin} />
          <Colours form={form} disabled={!isAdmin} />
          <Textarea
            label={i18n.t('Footer')}
            description={i18n.t('Below the text, for example your address')}
            autosize
            minRows={2}
            maxLength={500}
            disabled={!isAdmin}
            {...form.getInputProps('brand.footer')}
          />
          {isAdmin && (
            <div>
              <Button type="submit" loading={save.isPending}>
                {i18n.t('Save the brand')}
              </Button>
            </div>
          )}
        </Stack>
      </form>
    </Section>
  );
}

interface FieldsProps {
  form: UseFormReturnType<Form>;
  disabled: boolean;
}

/** An address that is typed, or that of a picture from the reader's machine, which is stored at once. */
function Logo({ form, disabled }: FieldsProps) {
  const project = useProject();
  const upload = useMutation({
    mutationFn: (file: File) => uploadImage(project, file),
    onMutate: () => form.clearFieldError('brand.logoUrl'),
    onSuccess: (url) => form.setFieldValue('brand.logoUrl', url),
    onError: (error) => {
      const [field] = error instanceof ApiError ? error.fields : [];
      form.setFieldError('brand.logoUrl', field?.message ?? error.message);
    },
  });
  const url = form.values.brand.logoUrl;
  // The page asks other servers for nothing: a picture that lies elsewhere is seen in the emails alone.
  const [stored] = /\/uploads\/[0-9a-f]{32}\.\w+$/.exec(url) ?? [];
  return (
    <div>
      <TextInput
        label={i18n.t('Logo')}
        description={i18n.t('The https address of a picture that stands above the text')}
        placeholder="https://"
        maxLength={2_000}
        disabled={disabled}
        {...form.getInputProps('brand.logoUrl')}
      />
      {stored && <img src={stored} alt={i18n.t('The logo')} className={classes['logo']} />}
      {!disabled && (
        <FileButton accept={imageTypes} onChange={(file) => file && upload.mutate(file)}>
          {(props) => (
            <Button {...props} variant="default" size="xs" mt={8} loading={upload.isPending}>
              {i18n.t('Upload a picture')}
            </Button>
          )}
        </FileButton>
      )}
    </div>
  );
}

function Colours({ form, disabled }: FieldsProps) {
  return colours.map(([name, label]) => (
    <TextInput
      key={name}
      label={label}
      placeholder="#364fc7"
      maxLength={7}
      disabled={disabled}
      leftSection={<ColorSwatch size={16} radius={4} color={form.values.brand[name] || 'transparent'} aria-hidden />}
      {...form.getInputProps(`brand.${name}`)}
    />
  ));
}
