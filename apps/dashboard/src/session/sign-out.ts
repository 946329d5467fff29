import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { accountApi, dataOf } from '../api/client';
import { dropCopies } from './kept-copy';
import { tellSignedOut } from './signed-out';

/** Ends the session here and in every other tab, and drops all that was read. */
export function useSignOut() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: () => dataOf(accountApi.GET('/auth/logout')),
    onSuccess: async () => {
      tellSignedOut();
      dropCopies();
      await navigate({ to: '/sign-in' });
      queryClient.clear();
    },
  });
}
