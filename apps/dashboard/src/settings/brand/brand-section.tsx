import { Button, ColorSwatch, Stack, Textarea, TextInput } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { accountApi, bodyOf, type Schema } from '../../api/client';
import { FormProblem } from '../../parts/form/form-problem';
import { useSave } from '../../parts/form/save-form';
import { Section } from '../../parts/page/page';
import { sayDone } from '../../parts/toast/toast';
import { mayAct, useProject } from '../../session/project';
import { projectsQuery } from '../../session/session.queries';

type Brand = Schema<'ProjectBrand'>;
type Values = Record<keyof Brand, string>;

const colours: [name: Exclude<keyof Brand, 'logoUrl' | 'footer'>, label: string][] = [
  ['ground', 'Ground'],
  ['paper', 'Paper'],
  ['text', 'Text'],
  ['link', 'Links'],
  ['button', 'Buttons'],
  ['buttonText', 'Text of buttons'],
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
      sayDone('The brand is saved. New emails in blocks begin with it.');
    },
  );
  return (
    <Section title="How new emails look">
      <form onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
        <FormProblem form={form} error={save.error} />
        <Stack gap={16}>
          <p style={{ margin: 0 }}>Emails in blocks begin like this. An empty field is as the editor has it.</p>
          <TextInput
            label="Logo"
            description="The https address of a picture that stands above the text"
            placeholder="https://"
            maxLength={2_000}
            disabled={!isAdmin}
            {...form.getInputProps('brand.logoUrl')}
          />
          <Colours form={form} disabled={!isAdmin} />
          <Textarea
            label="Footer"
            description="Below the text, for example your address"
            autosize
            minRows={2}
            maxLength={500}
            disabled={!isAdmin}
            {...form.getInputProps('brand.footer')}
          />
          {isAdmin && (
            <div>
              <Button type="submit" loading={save.isPending}>
                Save the brand
              </Button>
            </div>
          )}
        </Stack>
      </form>
    </Section>
  );
}

function Colours({ form, disabled }: { form: UseFormReturnType<Form>; disabled: boolean }) {
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
