import './theme/nonce';
import './theme/kit.css';
import './theme/tokens.css';
import { MantineProvider } from '@mantine/core';
import { Toaster } from './parts/toast/toaster';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { accountApi } from './api/client';
import { createQueryClient } from './api/query-client';
import { noteStartedJobs } from './parts/job/started-jobs';
import { createAppRouter } from './router';
import { sessionEnded } from './session/signed-out';
import { pageNonce } from './theme/nonce';
import { startLanguage } from './text/language';
import { cssVariables, theme } from './theme/theme';

accountApi.use(noteStartedJobs);
const queryClient = createQueryClient(sessionEnded);
const router = createAppRouter();
const root = document.getElementById('root');
if (!root) throw new Error('the page has no element #root');

// Texts are read from here on: a screen is loaded afterwards.
void startLanguage().then(() =>
  createRoot(root).render(
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        defaultColorScheme="auto"
        getStyleNonce={() => pageNonce}
      >
        <QueryClientProvider client={queryClient}>
          <Toaster />
          <RouterProvider router={router} />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  ),
);
