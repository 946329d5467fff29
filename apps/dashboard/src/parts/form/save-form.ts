import type { UseFormReturnType } from '@mantine/form';
import { useMutation, type UseMutationResult } from '@tanstack/react-query';
import { ApiError } from '../../api/api-error';

/**
 * Sends a form and puts each field error of the answer at its field (`errors[].field` is a path of the form). What belongs to
 * no field of the form stays in `error` of the result, for `FormProblem`.
 */
export function useSave<Values extends Record<string, unknown>, Result>(
  form: UseFormReturnType<Values>,
  save: (values: Values) => Promise<Result>,
  onSaved: (result: Result, values: Values) => void | Promise<void>,
  /** `session: true` where 401 is an answer to this form, not the end of the session. */
  meta?: { session: true },
): UseMutationResult<Result, Error, Values> {
  return useMutation({
    mutationFn: save,
    meta,
    onMutate: () => form.clearErrors(),
    onSuccess: (result, values) => onSaved(result, values),
    onError: (error) => {
      if (!(error instanceof ApiError)) return;
      const first = error.fields[0]?.field;
      form.setErrors(Object.fromEntries(error.fields.map(({ field, message }) => [field, sentence(message)])));
      // The message is drawn before its field gets the focus, so that screen readers read both.
      if (first) setTimeout(() => form.getInputNode(first)?.focus(), 0);
    },
  });
}

/** The API begins the message of a field with a small letter. */
const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
