import type { UseFormReturnType } from '@mantine/form';
import { ApiError } from '../../api/api-error';
import { Problem } from '../problem/problem';
import classes from './form-problem.module.css';
import { i18n } from '../../text/i18n';

interface FormProblemProps<Values extends Record<string, unknown>> {
  form: UseFormReturnType<Values>;
  error: unknown;
}

/** Above a form: what the server refused. Fields are links to the field; anything else is shown as a problem. */
export function FormProblem<Values extends Record<string, unknown>>({ form, error }: FormProblemProps<Values>) {
  if (!error) return null;
  const fields = error instanceof ApiError ? error.fields : [];
  if (fields.length === 0) return <Problem error={error} />;
  return (
    <div role="alert" className={classes['summary']}>
      <p className={classes['title']}>
        {fields.length === 1 ? i18n.t('One field is not right:') : i18n.t('Some fields are not right:')}
      </p>
      <ul className={classes['list']}>
        {fields.map(({ field, message }) => (
          <li key={`${field} ${message}`}>
            <button type="button" className={classes['link']} onClick={() => form.getInputNode(field)?.focus()}>
              {field}
            </button>{' '}
            {message}
          </li>
        ))}
      </ul>
    </div>
  );
}
