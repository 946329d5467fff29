/**
 * The API as TypeScript types: made from docs/openapi.json by `npm run openapi`, never edited.
 */
export interface paths {
    "/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Sends a browser to the dashboard; 404 for every other caller and where there is no dashboard. */
        get: operations["dashboardStart"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/activity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists what happened in the project, newest first. */
        get: operations["activityList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/activity/recent-count": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Counts the items of the feed in the last minutes. */
        get: operations["activityRecent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/activity/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Reads sums of events, emails, opens and clicks of a range of days. */
        get: operations["activityStats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/activity/types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the types of items in the feed. */
        get: operations["activityTypes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/activity/upcoming": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists what is due in the next 30 days, soonest first. */
        get: operations["activityUpcoming"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/analytics/campaign-stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Counts the campaigns of a range of days by state, with their mean rates. */
        get: operations["analyticsCampaignStats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/analytics/deliverability": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Reads bounce and complaint rates by recipient domain and by sending domain. */
        get: operations["analyticsDeliverability"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/analytics/timeseries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Reads one point of sums per day or hour, also for those without emails. */
        get: operations["analyticsTimeseries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/analytics/top-campaigns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the campaigns of a range of days that were opened, clicked or sent most. */
        get: operations["analyticsTopCampaigns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/analytics/top-events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the most frequent names of tracked events with their trend. */
        get: operations["analyticsTopEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Shows the dashboard, at its start. */
        get: operations["dashboardFirst"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/*": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Shows the dashboard, at the screen that the address names. */
        get: operations["dashboardScreen"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/assets/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Reads a file of the dashboard; its name changes with its content, so it may be kept for a year. */
        get: operations["dashboardAsset"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Signs in with email address and password, and sets the session cookie. */
        post: operations["authLogin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Ends the session of the cookie; without one there is nothing to end, and the answer is the same. */
        get: operations["authLogout"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/oauth-config": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the services that a person can sign in with. */
        get: operations["oAuthProviders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/oauth/{provider}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Begins a sign-in at another service: redirects the browser to it. */
        get: operations["oAuthBegin"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/oauth/{provider}/callback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The browser comes back from the service.
         * @description A failure is shown as a page to a browser, as the envelope to a program.
         */
        get: operations["oAuthCallback"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/request-password-reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sends an email with a link to set a new password, where the account exists. */
        post: operations["authRequestPasswordReset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/request-verification": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sends the email with the verification link again. */
        post: operations["authRequestVerification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/reset-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sets a new password by the token of an email. */
        post: operations["authResetPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/signup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Creates a user account and sends its verification email. */
        post: operations["authSignup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/verify-email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Verifies an email address by the token of an email. */
        post: operations["authVerifyEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Campaigns of the project, by cursor or page; `status`, `search`, `sort` and `dir` narrow and order them. */
        get: operations["campaignList"];
        put?: never;
        /** Makes a DRAFT. */
        post: operations["campaignCreate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One campaign with its counts. */
        get: operations["campaignGet"];
        /** Changes a campaign that is DRAFT or SCHEDULED; what is left out stays, and so does a schedule. */
        put: operations["campaignUpdate"];
        post?: never;
        /** Deletes a campaign that is neither SCHEDULED nor SENDING. */
        delete: operations["campaignDelete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Cancels a campaign that is SCHEDULED or SENDING: emails that wait end FAILED, `campaign_cancelled`. */
        post: operations["campaignCancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{id}/duplicate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Makes a DRAFT with the same content and audience. */
        post: operations["campaignDuplicate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{id}/links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The links that recipients clicked, at most 100. */
        get: operations["campaignLinks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{id}/preflight": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Reads what a start would do now: recipients included and excluded, three renders, problems. */
        get: operations["campaignPreflight"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{id}/send": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sends a campaign now, or at `scheduledFor`.
         * @description Answers an empty body.
         */
        post: operations["campaignSend"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{id}/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Counts and rates of a campaign. */
        get: operations["campaignStats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sends one test email to any address, at most 20 a minute. */
        post: operations["campaignTest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/config": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Reads which features this installation has. */
        get: operations["configFlags"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/contacts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists contacts, newest first; all of them, or those that a search or a condition finds. */
        get: operations["contactList"];
        put?: never;
        /** 201 for a new contact, 200 for one that was there. */
        post: operations["contactSave"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/contacts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Reads a contact. */
        get: operations["contactGet"];
        put?: never;
        post?: never;
        /** Deletes a contact and what belongs to it. */
        delete: operations["contactDelete"];
        options?: never;
        head?: never;
        /** Changes the address, the subscription or the data of a contact. */
        patch: operations["contactUpdate"];
        trace?: never;
    };
    "/contacts/{id}/upcoming": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists what is due for a contact in the next 30 days: waiting executions of workflows, emails, and scheduled campaigns with whether they would include it now, and why not. */
        get: operations["contactUpcoming"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/contacts/bulk-delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Queues a job that deletes contacts. */
        post: operations["contactJobDelete"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/contacts/bulk-subscribe": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Queues a job that subscribes contacts. */
        post: operations["contactJobSubscribe"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/contacts/bulk-unsubscribe": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Queues a job that unsubscribes contacts. */
        post: operations["contactJobUnsubscribe"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/contacts/bulk/{jobId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Reads the state of a bulk job. */
        get: operations["contactJobBulkJob"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/contacts/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Queues a job that writes the contacts that match a condition, or all, to a CSV file. */
        post: operations["contactJobExport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/contacts/export/{jobId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Reads the state of an export; `result.file` is the path of its file once it is completed. */
        get: operations["contactJobExportJob"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/contacts/export/{jobId}/file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Downloads the file of a completed export, for 24 hours. */
        get: operations["contactJobExportFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/contacts/fields": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the fields that contacts have, with type and coverage. */
        get: operations["contactFieldList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/contacts/fields/{field}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Deletes a custom field from every contact of the project. */
        delete: operations["contactFieldDelete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/contacts/fields/{field}/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists segments, campaigns and workflows that refer to a field. */
        get: operations["contactFieldUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/contacts/fields/{field}/values": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists distinct values of a field. */
        get: operations["contactFieldValues"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/contacts/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Queues a job that imports contacts from a CSV file, the form field `file`.
         * @description The field `mapping` is JSON that gives columns their fields by their names: `email`, `subscribed`, `data.<name>` or `ignore`. A column that it does not name keeps its own name.
         */
        post: operations["contactJobImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/contacts/import/{jobId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Reads the state and the result of an import. */
        get: operations["contactJobImportJob"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/contacts/lookup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Says which of up to 500 addresses are contacts of the project. */
        post: operations["contactLookup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/docs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Shows the description as a page on which calls can be tried with an own key. */
        get: operations["referencePage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/docs/assets/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Reads a file of the reference page. */
        get: operations["referenceFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/domains": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * 201 with the records to create.
         * @description A project in the body must be the caller's.
         */
        post: operations["domainAdd"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/domains/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Removes a sending domain. */
        delete: operations["domainRemove"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/domains/{id}/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Checks the records now.
         * @description It changes state, so a cookie is taken from pages of our own only.
         */
        get: operations["domainVerify"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/domains/project/{projectId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the sending domains of a project with their DNS records. */
        get: operations["domainList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/emails": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists emails, newest first. */
        get: operations["emailList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/emails/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** An `EmailWaybill`, handed on as the delivery service wrote it. */
        get: operations["emailGet"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists tracked events, newest first. */
        get: operations["eventList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/{eventName}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Deletes every tracked event of a name. */
        delete: operations["eventDelete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/{eventName}/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists segments and workflows that refer to an event name. */
        get: operations["eventUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/contact/{contactId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** All events of a contact: tracked ones and those that the service recorded. */
        get: operations["eventOfContact"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/names": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the names of tracked events, most frequent first. */
        get: operations["eventNames"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Counts tracked events by name. */
        get: operations["eventStats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/track": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Alias of `/v1/track` for the dashboard: the same body, the answer without the envelope. */
        post: operations["eventTrack"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/forgot-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Shows the form that asks for a new password. */
        get: operations["accountPageShowForgotPassword"];
        put?: never;
        /** Takes the form that asks for a new password. */
        post: operations["accountPageForgot"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Says whether the HTTP interface and its services work. */
        get: operations["healthHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invitation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Shows the form that accepts an invitation. */
        get: operations["accountPageShowInvitation"];
        put?: never;
        /** Takes the form that accepts an invitation. */
        post: operations["accountPageAccept"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mailbox": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Shows the mailbox of the simulator. */
        get: operations["mailboxPagePage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mailbox/assets/page.css": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Reads the style of the mailbox page. */
        get: operations["mailboxPageStyle"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mailbox/assets/page.js": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Reads the script of the mailbox page. */
        get: operations["mailboxPageScript"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mailbox/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the messages that the simulator kept, newest first. */
        get: operations["mailboxList"];
        put?: never;
        post?: never;
        /** Empties the mailbox of the simulator. */
        delete: operations["mailboxClear"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mailbox/messages/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A `MailboxMessage`, handed on as the delivery service wrote it. */
        get: operations["mailboxGet"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mailbox/messages/{id}/eml": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The message byte for byte, as a file that mail programs open. */
        get: operations["mailboxPageEml"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mailbox/messages/{id}/html": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The HTML part as the recipient gets it, for a sandboxed frame; 404 when the message has none. */
        get: operations["mailboxPageHtml"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mailbox/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the webhooks that the simulator caught, newest first. */
        get: operations["caughtWebhookList"];
        put?: never;
        post?: never;
        /** Empties the list of caught webhooks. */
        delete: operations["caughtWebhookClear"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/manage/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Shows the page on which a person manages a subscription. */
        get: operations["subscriptionShowManage"];
        put?: never;
        /** Changes a subscription by the form of the page. */
        post: operations["subscriptionManage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Reads the OpenAPI 3.1 description of this interface. */
        get: operations["referenceOpenapi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The projects of the signed-in user, oldest first. */
        get: operations["projectSummaryList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{projectId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The one of the key. */
        get: operations["projectSummaryGet"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{projectId}/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Streams hints as server-sent events:
         * @description `{"topics": ["emails", "contacts"]}` says what to read again, and a lost hint costs freshness only. The stream ends after 10 minutes, on log-out and when membership ends; at most 10 of one account or key.
         */
        get: operations["liveOpen"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{projectId}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists members and pending invitations of a project. */
        get: operations["memberList"];
        put?: never;
        /** Adds a member, or invites an address that has no account. */
        post: operations["memberInvite"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{projectId}/members/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Removes a member from a project. */
        delete: operations["memberRemove"];
        options?: never;
        head?: never;
        /** Changes the role of a member. */
        patch: operations["memberSetRole"];
        trace?: never;
    };
    "/projects/{projectId}/security": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Reads bounce and complaint rates of a project and what they led to. */
        get: operations["securityOfProject"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{projectId}/setup-state": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Each part comes from the service that owns it; 503 while one of them is unavailable. */
        get: operations["setupState"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/@current": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Reads the project of the secret key, or the one that `X-Project-Id` names. */
        get: operations["projectSummaryCurrent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reset-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Shows the form for a new password. */
        get: operations["accountPageShowResetPassword"];
        put?: never;
        /** Takes the form for a new password. */
        post: operations["accountPageReset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/segments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** All segments of the project, newest first. */
        get: operations["segmentList"];
        put?: never;
        /** Makes a segment; a tracked one enters the contacts that match by itself. */
        post: operations["segmentCreate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/segments/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A segment with its member count. */
        get: operations["segmentGet"];
        put?: never;
        post?: never;
        /** Deletes a segment; 409 while a campaign, a workflow or another segment uses it. */
        delete: operations["segmentDelete"];
        options?: never;
        head?: never;
        /** Changes the named fields of a segment. */
        patch: operations["segmentUpdate"];
        trace?: never;
    };
    "/segments/{id}/compute": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** 200 with the result, or 202 with the `jobId` of a compute that takes longer than a request. */
        post: operations["segmentCompute"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/segments/{id}/compute/{jobId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A compute that goes on as a job. */
        get: operations["segmentComputeJob"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/segments/{id}/contacts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The contacts of a segment: of a dynamic one those that match now, newest first. */
        get: operations["segmentContacts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/segments/{id}/contacts/{contactId}/explain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Why a contact is in a segment or not: the truth of each filter, and when one changes by itself. */
        get: operations["segmentExplain"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/segments/{id}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Adds contacts to a static segment by their addresses. */
        post: operations["segmentAdd"];
        /** Removes contacts from a static segment by their addresses. */
        delete: operations["segmentRemove"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/segments/{id}/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Counts the members of a segment anew; no events, no change of membership. */
        post: operations["segmentRefresh"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/segments/count": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Tries a condition before it is saved. */
        post: operations["segmentCount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/signed-in": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The page after a sign-in with another service; it shows the same to every visitor. */
        get: operations["accountPageSignedIn"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscribe/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Shows the page on which a person subscribes. */
        get: operations["subscriptionShowSubscribe"];
        put?: never;
        /** Subscribes the contact of a signed link. */
        post: operations["subscriptionSubscribe"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/suppressions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists suppressed addresses. */
        get: operations["suppressionList"];
        put?: never;
        /** 201 for a new suppression, 200 for one that was there. */
        post: operations["suppressionAdd"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/suppressions/{email}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Lifts the suppression of an address. */
        delete: operations["suppressionLift"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/t/c/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Records a click and redirects to the link of the email. */
        get: operations["trackingClick"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/t/o/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Records an open and answers an image of one pixel. */
        get: operations["trackingOpen"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists templates, newest first. */
        get: operations["templateList"];
        put?: never;
        /** Creates a template. */
        post: operations["templateCreate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/templates/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Reads a template. */
        get: operations["templateGet"];
        put?: never;
        post?: never;
        /** Deletes a template that nothing uses. */
        delete: operations["templateDelete"];
        options?: never;
        head?: never;
        /** Changes a template. */
        patch: operations["templateUpdate"];
        trace?: never;
    };
    "/templates/{id}/duplicate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Creates a copy of a template. */
        post: operations["templateDuplicate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/templates/{id}/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists campaigns and workflow steps that use a template. */
        get: operations["templateUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/templates/render": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Renders a content with the values of a contact or with given ones, by the code that sends.
         * @description A content that cannot be rendered is an answer too: its problems say why.
         */
        post: operations["renderRender"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/templates/render/page": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The rendered HTML as a page for a frame, posted as a form; a policy of its own lets nothing in it run. */
        post: operations["renderPage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/unsubscribe/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Shows the page on which a person unsubscribes. */
        get: operations["subscriptionShowUnsubscribe"];
        put?: never;
        /** Unsubscribes the contact of a signed link, also with one click (RFC 8058). */
        post: operations["subscriptionUnsubscribe"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/uploads/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** An image never changes under its name, so it may be kept for a year; nothing in it can run or reach anything. */
        get: operations["uploadGet"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/uploads/image": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Form field `image`. */
        post: operations["uploadAdd"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/@me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Reads the user account that is signed in. */
        get: operations["userMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/@me/projects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the projects of the user account. */
        get: operations["projectList"];
        put?: never;
        /** Creates a project. */
        post: operations["projectCreate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/@me/projects/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Deletes a project with all its data. */
        delete: operations["erasureDelete"];
        options?: never;
        head?: never;
        /** Changes the settings of a project. */
        patch: operations["projectUpdate"];
        trace?: never;
    };
    "/users/@me/projects/{id}/billing-consumption": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Reads the consumption of the current period. */
        get: operations["billingConsumption"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/@me/projects/{id}/billing-invoices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the invoices of a project. */
        get: operations["billingInvoices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/@me/projects/{id}/billing-limits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Reads the limits per category and what of them is used. */
        get: operations["billingLimits"];
        /** Replaces all limits and answers them with what is used. */
        put: operations["billingSetLimits"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/@me/projects/{id}/billing-portal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Also of a project that is disabled for a failed payment: the portal is where the payment is made up for. */
        post: operations["billingPortal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/@me/projects/{id}/checkout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Opens a checkout of the payment provider. */
        post: operations["billingCheckout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/@me/projects/{id}/jobs/{jobId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Readable by the user who started the job, also after the project is deleted. */
        get: operations["erasureJob"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/@me/projects/{id}/regenerate-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Replaces both API keys; the old ones stop at once. */
        post: operations["projectRegenerateKeys"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/@me/projects/{id}/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Wipes the project's data; domains, members and keys stay. */
        post: operations["erasureReset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/@me/projects/{id}/security": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Reads bounce and complaint rates of a project and what they led to. */
        get: operations["securityMine"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/@me/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the open sessions of the account, the newest first. */
        get: operations["userOpenSessions"];
        put?: never;
        post?: never;
        /** Ends every session of the account but the one of this call. */
        delete: operations["userEndOthers"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/send": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sends a transactional email to one or more recipients. */
        post: operations["sendSend"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/track": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Records an event of a contact, and creates the contact where there is none. */
        post: operations["trackTrack"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Checks an email address: format, domain, typing errors and kind. */
        post: operations["verifyVerify"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/verify-email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Shows the page that verifies an email address. */
        get: operations["accountPageShowVerifyEmail"];
        put?: never;
        /** Takes the form that verifies an email address. */
        post: operations["accountPageVerify"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/incoming/stripe": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Takes events of Stripe. */
        post: operations["stripeTake"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/sns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Takes reports and incoming mail of Amazon SES through SNS. */
        post: operations["snsTake"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workflows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists workflows. */
        get: operations["workflowList"];
        put?: never;
        /** Creates a workflow, disabled, with its trigger step. */
        post: operations["workflowCreate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workflows/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Reads a workflow with its steps and transitions. */
        get: operations["workflowGet"];
        put?: never;
        post?: never;
        /** Deletes a workflow that has no active executions. */
        delete: operations["workflowDelete"];
        options?: never;
        head?: never;
        /** Changes name, description, trigger, state or re-entry of a workflow. */
        patch: operations["workflowUpdate"];
        trace?: never;
    };
    "/workflows/{id}/duplicate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Creates a disabled copy of a workflow. */
        post: operations["workflowDuplicate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workflows/{id}/executions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the executions of a workflow, newest first. */
        get: operations["executionList"];
        put?: never;
        /** Starts a workflow for a contact. */
        post: operations["executionStart"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workflows/{id}/executions/{executionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Reads an execution with the history of its steps. */
        get: operations["executionGet"];
        put?: never;
        post?: never;
        /** Cancels it. */
        delete: operations["executionCancel"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workflows/{id}/executions/cancel-all": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Cancels every active execution of a workflow. */
        post: operations["executionCancelAll"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workflows/{id}/graph": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Replaces all steps and links at once: the new graph counts as a whole, or nothing of it. */
        put: operations["workflowReplaceGraph"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workflows/{id}/simulate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Simulates the workflow for a contact: nothing is sent or changed. */
        post: operations["executionSimulate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workflows/{id}/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Reads the figures of each step of a workflow. */
        get: operations["executionStats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workflows/{id}/steps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Adds a step to a workflow. */
        post: operations["workflowAddStep"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workflows/{id}/steps/{stepId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Deletes a step; with `splice=true` its neighbours are linked. */
        delete: operations["workflowDeleteStep"];
        options?: never;
        head?: never;
        /** Changes the name, position, settings or template of a step. */
        patch: operations["workflowUpdateStep"];
        trace?: never;
    };
    "/workflows/{id}/transitions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Links two steps. */
        post: operations["workflowLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workflows/{id}/transitions/{transitionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Deletes the link between two steps. */
        delete: operations["workflowUnlink"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workflows/{id}/transitions/{transitionId}/insert-step": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Puts a new step into a link. */
        post: operations["workflowInsertStep"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workflows/bulk-update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Deletes all of the named workflows, or none. */
        post: operations["workflowBulkUpdate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workflows/fields": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the fields that conditions of workflows may use. */
        get: operations["workflowFields"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description One item of the feed. */
        ActivityItem: {
            /** @description Absent once the contact is deleted. */
            contactEmail?: string;
            /** @description `cnt_<uuid>`; absent where the item is not about a contact. */
            contactId?: string;
            /** @description UUIDv7 whose time is the moment of the event. */
            id: string;
            /** @description Details by type, see docs/activity.md. */
            metadata: {
                [key: string]: unknown;
            };
            /** @description ISO 8601, milliseconds. */
            timestamp: string;
            type: string;
        };
        /** @description Answer of `GET /activity`. `total` is counted on the first page, up to 10,000, and is 0 on later pages. */
        ActivityPage: {
            cursor?: string;
            data: components["schemas"]["ActivityItem"][];
            hasMore: boolean;
            total: number;
        };
        /** @description Query of `GET /activity/stats`; the last 30 days unless given. */
        ActivityRange: {
            endDate?: string | null;
            startDate?: string | null;
        };
        /** @description Answer of `GET /activity/stats`. Rates are percent of the sent emails with one decimal. */
        ActivityStats: {
            clickRate: number;
            openRate: number;
            /** @description Emails in which a person clicked. */
            totalEmailsClicked: number;
            /** @description Emails that a person opened. */
            totalEmailsOpened: number;
            totalEmailsSent: number;
            /** @description Tracked events. */
            totalEvents: number;
            totalWorkflowsStarted: number;
        };
        /** @enum {string} */
        ActivityType: "event.triggered" | "email.sent" | "email.delivered" | "email.opened" | "email.clicked" | "email.bounced" | "email.complaint" | "email.received" | "email.suppressed" | "contact.subscribed" | "contact.unsubscribed" | "campaign.scheduled" | "campaign.sent" | "workflow.started" | "workflow.completed";
        /** @description Body of `POST /domains`. */
        AddDomain: {
            /** @description The name after `@` of the senders; Unicode or punycode. */
            domain: string;
            /**
             * Format: uuid
             * @description The caller's project; left out, the caller's own is meant.
             */
            projectId?: string | null;
        };
        /** @description `added`: distinct contacts of the addresses, members before or not. `notFound`: addresses as they were sent. */
        AddedMembers: {
            added: number;
            created: number;
            notFound: string[];
        };
        /** @description Body of `POST /segments/{id}/members`. */
        AddMembers: {
            /** @description Make contacts of the addresses that have none. */
            createMissing?: boolean | null;
            emails: string[];
            /** @description Subscription of the contacts that this call makes; true unless given. Existing contacts keep theirs. */
            subscribed?: boolean | null;
        };
        /** @description Assessment of an address, made without sending to it. */
        AddressReport: {
            /** @description These three are what the DNS confirmed; a lookup that failed is false here and named in `reasons`. */
            domainExists: boolean;
            email: string;
            hasMxRecords: boolean;
            hasWebsite: boolean;
            isAlias: boolean;
            isDisposable: boolean;
            isPersonalEmail: boolean;
            isPlusAddressed: boolean;
            isTypo: boolean;
            /** @description Exactly one, a positive one, when nothing is wrong. */
            reasons: string[];
            /** @description Present when a typing error is suspected. */
            suggestedEmail?: string;
            /** @description false only when the DNS says that the domain does not exist or takes no mail. */
            valid: boolean;
        };
        /** @description Body of `POST /workflows/{id}/steps`. What `config` holds depends on the kind (docs/workflows.md). */
        AddStep: {
            /** @description Link it behind the last step that leads nowhere yet? true unless given. */
            autoConnect?: boolean | null;
            config?: {
                [key: string]: unknown;
            } | null;
            /** @description 1..100 characters; the kind unless given. */
            name?: string | null;
            position?: components["schemas"]["StepPosition"] | null;
            /**
             * Format: uuid
             * @description Of a SEND_EMAIL step.
             */
            templateId?: string | null;
            /** @enum {string} */
            type: "SEND_EMAIL" | "DELAY" | "WAIT_FOR_EVENT" | "CONDITION" | "WEBHOOK" | "UPDATE_CONTACT" | "EXIT";
        };
        /** @description Body of `POST /suppressions`. */
        AddSuppression: {
            email: string;
            /** @description `manual` unless given. */
            reason?: components["schemas"]["SuppressionReason"] | null;
        };
        /** @description Body of `POST /workflows/{id}/transitions`. */
        AddTransition: {
            /** @description From CONDITION: `yes`, `no`, or a branch id or `default` in multi mode. From WAIT_FOR_EVENT: `event`, `timeout` or none. */
            branch?: string | null;
            condition?: components["schemas"]["TransitionCondition"] | null;
            /** Format: uuid */
            fromStepId: string;
            /** Format: uuid */
            toStepId: string;
            /**
             * @description Another form of `branch` behind WAIT_FOR_EVENT.
             * @enum {string|null}
             */
            waitOutcome?: "EVENT" | "TIMEOUT" | null;
        };
        /** @description A range of whole days, both included; the last 30 days unless given. At most 90 days. */
        AnalyticsRange: {
            endDate?: string | null;
            startDate?: string | null;
        };
        /** @enum {string} */
        AudienceType: "ALL" | "SEGMENT" | "FILTERED";
        /** @enum {string} */
        BillingCategory: "workflows" | "campaigns" | "transactional" | "inbound";
        /** @description How much of its cap a category has used this month. */
        BillingLimit: {
            /** @description Nothing more is taken. */
            isBlocked: boolean;
            /** @description From 80 % on. */
            isWarning: boolean;
            limit: number | null;
            /** @description Of the limit, with one decimal; 0 without one. */
            percentage: number;
            /** @description Emails of this month that count: all but FAILED and SUPPRESSED. */
            usage: number;
        };
        /** @description Answer of `GET` and `PUT /users/@me/projects/{id}/billing-limits`. */
        BillingLimits: {
            campaigns: components["schemas"]["BillingLimit"];
            currency: string;
            inbound: components["schemas"]["BillingLimit"];
            transactional: components["schemas"]["BillingLimit"];
            workflows: components["schemas"]["BillingLimit"];
        };
        BulkError: {
            contactId: string;
            email: string | null;
            error: string;
        };
        /** @description Which contacts a bulk job by query takes: those that match when it runs. */
        BulkFilter: {
            /** @description Case-insensitive substring of the email. */
            search?: string | null;
            subscribed?: boolean | null;
        };
        /** @enum {string} */
        BulkOperation: "subscribe" | "unsubscribe" | "delete";
        /** @description Body of `POST /contacts/bulk-subscribe`, `-unsubscribe`, `-delete`: ids, a condition, or a query. */
        BulkRequest: {
            /** @description In place of `contactIds`: a condition of the filter language of segments. The job takes the contacts that match when it comes to them and that were there when it was asked for; windows of time end at that moment. */
            condition?: {
                [key: string]: unknown;
            } | null;
            /** @description 1 to 1,000 contact ids, with or without `cnt_`; what is no id of the project is counted as a failure. */
            contactIds?: string[];
            /** @description With `condition` only: at most 10,000 ids that are left out. */
            except?: string[] | null;
            /** @description Mode `query` only: at most 10,000 ids that are left out. */
            excludeIds?: string[] | null;
            /** @description Mode `query` only, and needed there: `{}` takes every contact. */
            filter?: components["schemas"]["BulkFilter"];
            /** @enum {string|null} */
            mode?: "ids" | "query" | null;
        };
        BulkResult: {
            /** @description The first 1,000. */
            errors: components["schemas"]["BulkError"][];
            failureCount: number;
            operation: components["schemas"]["BulkOperation"];
            /** @description Contacts changed. */
            successCount: number;
            /** @description Contacts that the job came to, or ids of the request. */
            totalRequested: number;
            /** @description Contacts that were already so. */
            unchangedCount: number;
        };
        /** @description Body of `POST /workflows/bulk-update`: all of them are deleted, or none. */
        BulkUpdateWorkflows: {
            /**
             * @constant
             * @enum {boolean}
             */
            delete: true;
            /** @description 1..1000 ids. */
            ids: string[];
        };
        /** @description Answer of `GET /campaigns/{id}/stats`; rates are per cent of `sentCount`, one decimal. */
        CampaignFigures: {
            /** @description Permanent bounces. */
            bouncedCount: number;
            bounceRate: number;
            clickedCount: number;
            clickRate: number;
            complainedCount: number;
            complaintRate: number;
            deliveredCount: number;
            deliveryRate: number;
            failedCount: number;
            machineClicks: number;
            /** @description Opens and clicks of mail scanners and the like; not in the counts above. */
            machineOpens: number;
            /** @description Emails that a person opened or clicked, each once; machines apart. */
            openedCount: number;
            openRate: number;
            /** @description Handed over, bounced ones too. */
            sentCount: number;
            /** @description Not sent, because the contact unsubscribed or the address is suppressed. */
            suppressedCount: number;
            totalRecipients: number;
            /** @description By links of this campaign. */
            unsubscribedCount: number;
            unsubscribeRate: number;
        };
        /** @description One link of a campaign, as its recipients clicked it. */
        CampaignLink: {
            clicks: number;
            link: string;
            /** @description Recipients who clicked it at least once. */
            uniqueClicks: number;
        };
        /** @description `total` counts what the query finds, on every page that is asked for by number and on the first one by cursor. */
        CampaignPage: {
            cursor?: string;
            data: components["schemas"]["CampaignView"][];
            hasMore: boolean;
            page: number;
            pageSize: number;
            total: number;
            totalPages: number;
        };
        /** @description Answer of `GET /campaigns/{id}/preflight`. */
        CampaignPreflight: {
            excluded: {
                /** @description Included contacts beyond the project's cap of this month. */
                cap: number;
                /** @description Included contacts that lack a field which the content shows without a default. */
                missingField: number;
                suppressed: number;
                unsubscribed: number;
            };
            expectedSeconds: number;
            /** @description Contacts that would get the campaign now. */
            included: number;
            /** @description Bytes of the largest of the renders. */
            messageBytes: number;
            /** @description In words. */
            problems: string[];
            renders: components["schemas"]["PreflightRender"][];
        };
        /** @description The segment of a campaign's audience. */
        CampaignSegment: {
            condition: unknown;
            createdAt: string;
            description: string | null;
            id: string;
            memberCount: number;
            name: string;
            projectId: string;
            slug: string;
            trackMembership: boolean;
            /** @enum {string} */
            type: "DYNAMIC" | "STATIC";
            updatedAt: string;
        };
        /** @description Answer of `GET /analytics/campaign-stats`, over the campaigns of the range. */
        CampaignStats: {
            /** @description Of these: scheduled or sending. */
            active: number;
            averageClickRate: number;
            /** @description Mean of the rates of the sent ones, percent with one decimal. */
            averageOpenRate: number;
            /** @description Of these: sent. */
            completed: number;
            /** @description Campaigns made in the range. */
            total: number;
        };
        /** @enum {string} */
        CampaignStatus: "DRAFT" | "SCHEDULED" | "SENDING" | "SENT" | "CANCELLED";
        /** @description A campaign as the interface shows it. Times are ISO 8601. */
        CampaignView: {
            audienceFilter: unknown;
            audienceType: components["schemas"]["AudienceType"];
            body: string;
            /** @description Permanent bounces. */
            bouncedCount: number;
            clickedCount: number;
            complainedCount: number;
            createdAt: string;
            deliveredCount: number;
            description: string | null;
            /** @description The document of a visual editor that `body` was composed from; null when `body` was written as HTML. */
            design: {
                [key: string]: unknown;
            } | null;
            failedCount: number;
            from: string;
            fromName: string | null;
            /** @description While it is SENDING: how it goes, or why it does not. */
            health: string | null;
            id: string;
            name: string;
            /** @description Emails that a person opened or clicked, each once; machines apart. */
            openedCount: number;
            /** @description Null: a mailbox shows the first words of the body behind the subject. */
            previewText: string | null;
            projectId: string;
            /** @description Why Waybill stopped the campaign by itself. */
            reason: string | null;
            replyTo: string | null;
            scheduledAt: string | null;
            segment: components["schemas"]["CampaignSegment"] | null;
            segmentId: string | null;
            /** @description When sending began. */
            sentAt: string | null;
            /** @description Handed over, bounced ones too. */
            sentCount: number;
            status: components["schemas"]["CampaignStatus"];
            subject: string;
            /** @description Not sent, because the contact unsubscribed or the address is suppressed. */
            suppressedCount: number;
            templateId: string | null;
            text: string | null;
            totalRecipients: number;
            /** @description Repeats `audienceType`. */
            type: components["schemas"]["AudienceType"];
            /** @description By links of this campaign. */
            unsubscribedCount: number;
            updatedAt: string;
        };
        /** @description A webhook that was sent to http://hooks.simulator.test/ and kept. */
        CaughtWebhook: {
            /** @description Null where the answer never came to its end in time. */
            answeredStatus: number | null;
            /** @description JSON as what it holds, other text as it is; null without a body. */
            body: unknown;
            /** @description The execution of the workflow that sent it. */
            executionId: string;
            headers: {
                [key: string]: string;
            };
            id: string;
            method: string;
            /** @description With the query. */
            path: string;
            receivedAt: string;
        };
        /** @description Body of `PATCH /projects/{id}/members/{userId}`. The OWNER may hand the project over and is an ADMIN afterwards. */
        ChangeRole: {
            /** @enum {string} */
            role: "OWNER" | "ADMIN" | "MEMBER";
        };
        /** @description Query of `POST /users/@me/projects/{id}/checkout`. */
        CheckoutQuery: {
            /** @description The installation's own currency unless given. */
            currency?: components["schemas"]["Currency"] | null;
        };
        /** @description Answer of `POST /segments/{id}/compute`: the result, or the job that goes on. */
        ComputeAnswer: components["schemas"]["ComputeResult"] | {
            jobId: string;
            message: string;
        };
        ComputeJobView: {
            failedReason: string | null;
            id: string;
            /** @description Percent. */
            progress: number;
            result: components["schemas"]["ComputeResult"] | null;
            /** @enum {string} */
            state: "waiting" | "active" | "completed" | "failed";
        };
        /** @description Result of a computation. */
        ComputeResult: {
            added: number;
            removed: number;
            total: number;
        };
        /** @description `exact` is false where the count is estimated from a sample. */
        ConditionCount: {
            count: number;
            exact: boolean;
            /** @description At most 20 contacts that match. */
            sample: components["schemas"]["ContactView"][];
        };
        /** @description Answer of `GET …/billing-consumption`. Amounts are in minor units, dates in ISO 8601. */
        Consumption: {
            /** @description The customer's balance with the payment provider; null without one. */
            credits: {
                balance: number;
                creditAmount: number;
                currency: string;
                hasCredits: boolean;
            } | null;
            period: {
                end: string;
                start: string;
            };
            upcomingInvoice: {
                amountDue: number;
                currency: string;
                periodEnd: string;
                periodStart: string;
                subtotal: number;
                total: number;
            } | null;
            usage: {
                records: {
                    category: components["schemas"]["BillingCategory"];
                    total: number;
                }[];
                total: number;
            };
        };
        /** @description One field of a project's contacts: a standard one, or `data.<key>`. */
        ContactField: {
            /** @description Percent of contacts that have a value, 0..100 with one decimal. */
            coverage: number;
            field: string;
            isCustom: boolean;
            /** @description The most frequent type of its values. */
            type: components["schemas"]["FieldType"];
        };
        /** @description At most 1,000 custom fields, the most frequent ones. */
        ContactFields: {
            count: number;
            fields: components["schemas"]["ContactField"][];
        };
        /** @description The suppression of a contact's address. */
        ContactSuppression: {
            reason: components["schemas"]["SuppressionReason"];
            /** @description ISO 8601 UTC with milliseconds. */
            since: string;
        };
        /** @description Answer of `GET /contacts/{id}/upcoming`: the next 30 days, soonest first, at last what has no time. */
        ContactUpcoming: {
            data: components["schemas"]["ContactUpcomingItem"][];
        };
        /** @description One thing that is due for a contact. */
        ContactUpcomingItem: {
            /** @description Of the execution, the email or the campaign. */
            id: string;
            /** @description Does it concern the contact as it is now? False only for a campaign that would not reach it. */
            included: boolean;
            /** @description By type: names and ids of workflow, step, email or campaign; `waitsFor` is the name of an event. */
            metadata: {
                [key: string]: unknown;
            };
            /** @description Why not; empty when `included`. */
            reasons: components["schemas"]["ExclusionReason"][];
            /** @description ISO 8601; null for an execution that waits for an event without a time limit. */
            timestamp: string | null;
            /** @enum {string} */
            type: "workflow.step.scheduled" | "email.scheduled" | "campaign.scheduled";
        };
        /** @description A contact on the wire. */
        ContactView: {
            /** @description ISO 8601 UTC with milliseconds. */
            createdAt: string;
            data: {
                [key: string]: unknown;
            };
            email: string;
            /** @description `cnt_<uuid>`. */
            id: string;
            subscribed: boolean;
            /** @description Why and since when the address is not emailed; null when it may be. */
            suppression: components["schemas"]["ContactSuppression"] | null;
            updatedAt: string;
        };
        /** @description Body of `POST /segments/count`. */
        CountCondition: {
            condition: {
                [key: string]: unknown;
            };
        };
        /** @description Body of `POST /campaigns`. */
        CreateCampaign: {
            /** @description Another name of `audienceFilter`. */
            audienceCondition?: {
                [key: string]: unknown;
            } | null;
            /** @description A condition of the segment language; required when `audienceType` is FILTERED. */
            audienceFilter?: {
                [key: string]: unknown;
            } | null;
            audienceType: components["schemas"]["AudienceType"];
            /** @description HTML; a Liquid template of at most 2 MB. */
            body?: string;
            /** @description At most 500 characters. */
            description?: string | null;
            /** @description The document of a visual editor that `body` was composed from, at most 1 MB of JSON. A change of `body` alone removes it. */
            design?: {
                [key: string]: unknown;
            } | null;
            /** @description Sender on a verified domain: an address, or `{name, email}`. */
            from?: string | components["schemas"]["Mailbox"];
            /** @description Display name of the sender; wins over the one in `from`. */
            fromName?: string | null;
            /** @description 1..200 characters. */
            name: string;
            /** @description Mailboxes show it behind the subject; a Liquid template of one line, at most 200 characters. Empty or left out: that of the template, where the body is the template's too; else they show the first words of the body. */
            previewText?: string | null;
            replyTo?: string | null;
            /**
             * Format: uuid
             * @description Required when `audienceType` is SEGMENT.
             */
            segmentId?: string | null;
            /** @description A Liquid template of one line, 1..998 characters. */
            subject?: string;
            /**
             * Format: uuid
             * @description A saved template that gives subject, preview text, body, text and sender where the request does not.
             */
            templateId?: string | null;
            /** @description Text part, used instead of the one made from `body`; a Liquid template of at most 1 MB. */
            text?: string | null;
        };
        /** @description Body of `POST /users/@me/projects`. */
        CreateProject: {
            name: string;
        };
        /** @description Body of `POST /segments`. */
        CreateSegment: {
            /** @description A dynamic segment needs one, a static segment refuses it. */
            condition?: {
                [key: string]: unknown;
            } | null;
            description?: string | null;
            /** @description Its slug names the events `segment.<slug>.entry` and `.exit`; several segments may share it. */
            name: string;
            /** @description Of a dynamic segment: keep its members current and emit an event for each entry and exit. */
            trackMembership?: boolean | null;
            /** @description DYNAMIC unless given. */
            type?: components["schemas"]["SegmentType"] | null;
        };
        /** @description Body of `POST /templates`. */
        CreateTemplate: {
            /** @description HTML; a Liquid template of at most 2 MB. */
            body: string;
            /** @description At most 500 characters. */
            description?: string | null;
            /** @description The document of a visual editor that `body` was composed from, at most 1 MB of JSON. A change of `body` alone removes it. */
            design?: {
                [key: string]: unknown;
            } | null;
            /** @description Sender on a verified domain: an address, or `{name, email}`. */
            from?: string | components["schemas"]["Mailbox"] | null;
            /** @description Display name of the sender; wins over the one in `from`. */
            fromName?: string | null;
            /** @description 1..100 characters. */
            name: string;
            /** @description Mailboxes show it behind the subject; a Liquid template of one line, at most 200 characters. Empty or left out: they show the first words of the body. */
            previewText?: string | null;
            replyTo?: string | null;
            /** @description A Liquid template of one line, 1..998 characters. */
            subject: string;
            /** @description Text part, used instead of the one made from `body`; a Liquid template of at most 1 MB. */
            text?: string | null;
            /** @description MARKETING unless given. */
            type?: components["schemas"]["TemplateType"] | null;
        };
        /** @description Body of `POST /workflows`. A new workflow is of type EVENT and disabled, whatever the body says. */
        CreateWorkflow: {
            /** @description May a contact that ran through it start again? false unless given. */
            allowReentry?: boolean | null;
            /** @description At most 500 characters. */
            description?: string | null;
            /** @description The event that starts it; `triggerConfig.eventName` is another place for it. */
            eventName?: string | null;
            /** @description 1..100 characters. */
            name: string;
            triggerConfig?: components["schemas"]["TriggerConfig"] | null;
        };
        /** @enum {string} */
        Currency: "usd" | "eur" | "gbp";
        DeletedEvents: {
            deletedCount: number;
        };
        /** @description The number of contacts that had the field. */
        DeletedField: {
            deletedFrom: number;
        };
        /** @description Query of `DELETE /workflows/{id}/steps/{stepId}`. */
        DeleteStepQuery: {
            /**
             * @description `true`: link the steps around it to each other.
             * @enum {string|null}
             */
            splice?: "true" | "false" | null;
        };
        /** @description Answer of `GET /analytics/deliverability`: at most 50 domains each, most emails first. */
        Deliverability: {
            byRecipientDomain: components["schemas"]["DomainDeliverability"][];
            bySendingDomain: components["schemas"]["DomainDeliverability"][];
        };
        /** @description Answer of `GET /domains/{id}/verify`. */
        DomainCheckView: {
            checkedAt: string | null;
            domain: string;
            records: components["schemas"]["DomainRecord"][];
            status: components["schemas"]["ProofStatus"];
            tokens: string[];
            verified: boolean;
        };
        /** @description Emails of one domain in the range. Rates are percent of the sent emails with one decimal. */
        DomainDeliverability: {
            bounced: number;
            bounceRate: number;
            complained: number;
            complaintRate: number;
            delivered: number;
            domain: string;
            sent: number;
        };
        /** @description A DNS record that the owner of a domain creates. */
        DomainRecord: {
            name: string;
            /** @description Of an MX record. */
            priority?: number;
            purpose: components["schemas"]["RecordPurpose"];
            /** @description Without it the domain is not verified; the others are advice or options. */
            required: boolean;
            status: components["schemas"]["RecordStatus"];
            /** @enum {string} */
            type: "TXT" | "CNAME" | "MX";
            value: string;
        };
        /** @description A sending domain as the HTTP interface shows it. */
        DomainView: {
            checkedAt: string | null;
            createdAt: string;
            /** @description Where Amazon SES signs: its three DKIM tokens; empty where we sign. */
            dkimTokens: string[];
            domain: string;
            id: string;
            projectId: string;
            records: components["schemas"]["DomainRecord"][];
            /** @enum {string} */
            status: "verified" | "pending";
            updatedAt: string;
            verified: boolean;
        };
        /** @description An email of the ledger. Moments are ISO 8601. */
        EmailItem: {
            attempts: number;
            bouncedAt: string | null;
            campaignId: string | null;
            clickedAt: string | null;
            clicks: number;
            complainedAt: string | null;
            contactId: string;
            createdAt: string;
            deliveredAt: string | null;
            from: string;
            fromName: string | null;
            id: string;
            /** @description The provider's id of the message. */
            messageId: string | null;
            openedAt: string | null;
            opens: number;
            /** @description It was sent once more after an attempt with an unknown outcome. */
            possibleDuplicate: boolean;
            provider: string | null;
            /** @description Why it was not sent, or not yet. */
            reason: string | null;
            replyTo: string | null;
            requestId: string | null;
            sentAt: string | null;
            sourceType: components["schemas"]["SourceType"];
            /** @enum {string} */
            status: "QUEUED" | "SENDING" | "SENT" | "DELIVERED" | "OPENED" | "CLICKED" | "BOUNCED" | "COMPLAINED" | "FAILED" | "SUPPRESSED" | "UNKNOWN" | "RECEIVED";
            /** @description The line that was sent; before hand-over, its template. */
            subject: string;
            templateId: string | null;
            to: string;
            toName: string | null;
            updatedAt: string;
        };
        EmailPage: components["schemas"]["Page_EmailItem"];
        /** @description The waybill of one email: its record, its content as given while it is kept, and its whole way. */
        EmailWaybill: {
            attempts: number;
            bouncedAt: string | null;
            campaignId: string | null;
            clickedAt: string | null;
            clicks: number;
            complainedAt: string | null;
            contactId: string;
            /** @description Null once it is older than the retention of bodies. */
            content: {
                attachments: {
                    contentType: string;
                    disposition: string;
                    filename: string;
                    size: number;
                }[];
                body: string;
                headers: {
                    [key: string]: string;
                };
                marketing: boolean;
                previewText: string | null;
                subject: string;
            } | null;
            createdAt: string;
            deliveredAt: string | null;
            from: string;
            fromName: string | null;
            id: string;
            /** @description The provider's id of the message. */
            messageId: string | null;
            openedAt: string | null;
            opens: number;
            /** @description It was sent once more after an attempt with an unknown outcome. */
            possibleDuplicate: boolean;
            provider: string | null;
            /** @description Why it was not sent, or not yet. */
            reason: string | null;
            replyTo: string | null;
            requestId: string | null;
            sentAt: string | null;
            sourceType: components["schemas"]["SourceType"];
            /** @enum {string} */
            status: "QUEUED" | "SENDING" | "SENT" | "DELIVERED" | "OPENED" | "CLICKED" | "BOUNCED" | "COMPLAINED" | "FAILED" | "SUPPRESSED" | "UNKNOWN" | "RECEIVED";
            /** @description The line that was sent; before hand-over, its template. */
            subject: string;
            templateId: string | null;
            timeline: components["schemas"]["TimelineEntry"][];
            to: string;
            toName: string | null;
            updatedAt: string;
        };
        /** @description Answer of `DELETE /users/@me/sessions`. */
        EndedSessions: {
            ended: number;
        };
        /** @description A reset or deletion as its requester sees it. */
        ErasureView: {
            failedReason: null;
            id: string;
            progress: number;
            result: {
                waitingFor: string[];
            };
            /** @enum {string} */
            state: "active" | "completed";
        };
        /**
         * @description A code of docs/errors.md.
         * @enum {string}
         */
        ErrorCode: "BAD_REQUEST" | "UNAUTHORIZED" | "INVALID_API_KEY" | "INVALID_CREDENTIALS" | "FORBIDDEN" | "PROJECT_ACCESS_DENIED" | "PROJECT_DISABLED" | "DOMAIN_NOT_VERIFIED" | "EMAIL_VERIFICATION_REQUIRED" | "BILLING_LIMIT_EXCEEDED" | "SIGNUPS_DISABLED" | "NOT_FOUND" | "CONTACT_NOT_FOUND" | "TEMPLATE_NOT_FOUND" | "CAMPAIGN_NOT_FOUND" | "SEGMENT_NOT_FOUND" | "WORKFLOW_NOT_FOUND" | "STEP_NOT_FOUND" | "EXECUTION_NOT_FOUND" | "DOMAIN_NOT_FOUND" | "JOB_NOT_FOUND" | "CONFLICT" | "IDEMPOTENCY_KEY_IN_USE" | "CHANGED_MEANWHILE" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "VALIDATION_ERROR" | "IDEMPOTENCY_KEY_MISMATCH" | "QUEUE_FULL" | "RATE_LIMIT_EXCEEDED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
        /** @description Every answer that is no success. */
        ErrorEnvelope: {
            error: {
                code: components["schemas"]["ErrorCode"];
                /** @description With CHANGED_MEANWHILE alone: the record as it is now. */
                current?: unknown;
                errors?: {
                    code: string;
                    /** @description A dotted path with array indexes: `to.1.email`. */
                    field: string;
                    message: string;
                }[];
                message: string;
                /** Format: uuid */
                requestId: string;
                statusCode: number;
                suggestion: string;
            };
            /** @constant */
            success: false;
            /** Format: date-time */
            timestamp: string;
        };
        /** @description Biggest first, at most 1,000 names. */
        EventCount: {
            count: number;
            name: string;
        };
        EventNames: {
            /** @description Most used first, at most 1,000. */
            eventNames: string[];
        };
        /** @description Query of `GET /events/stats`: whole UTC days, both included. */
        EventStatsQuery: {
            endDate?: string | null;
            startDate?: string | null;
        };
        EventUsage: {
            canDelete: boolean;
            totalCount: number;
            /** @description Contacts among the newest 10,000 events of the name: exact up to that many. */
            uniqueContacts: number;
            usedInSegments: components["schemas"]["Reference"][];
            usedInWorkflows: components["schemas"]["Reference"][];
        };
        /** @description A tracked event on the wire. */
        EventView: {
            contact: {
                email: string;
            };
            /** @description `cnt_<uuid>`. */
            contactId: string;
            createdAt: string;
            data: {
                [key: string]: unknown;
            };
            /** @description The email an event is about; tracked events have none. */
            emailId: string | null;
            id: string;
            name: string;
            projectId: string;
        };
        /**
         * @description Why a contact would not get an email: the address is suppressed, it is unsubscribed, or the audience does not include it.
         * @enum {string}
         */
        ExclusionReason: "suppressed" | "unsubscribed" | "not_in_audience";
        /** @description Answer of `GET /workflows/{id}/executions/{executionId}`; steps in the order in which they were entered. */
        ExecutionDetail: {
            completedAt: string | null;
            /** @description `email` is null once the contact was erased. */
            contact: {
                email: string | null;
                id: string;
            };
            /** @description `cnt_<uuid>`. */
            contactId: string;
            context: {
                [key: string]: unknown;
            };
            createdAt: string;
            currentStep: {
                id: string;
                name: string;
                type: components["schemas"]["StepType"];
            } | null;
            currentStepId: string | null;
            /** @description Why it ended, or null. */
            exitReason: string | null;
            id: string;
            /** @description The event that started it; null for a manual start. */
            sourceEventId: string | null;
            startedAt: string;
            status: components["schemas"]["ExecutionStatus"];
            stepExecutions: components["schemas"]["StepExecutionView"][];
            updatedAt: string;
            workflow: {
                id: string;
                name: string;
            };
            workflowId: string;
        };
        ExecutionItem: {
            completedAt: string | null;
            /** @description `email` is null once the contact was erased. */
            contact: {
                email: string | null;
                id: string;
            };
            /** @description `cnt_<uuid>`. */
            contactId: string;
            context: {
                [key: string]: unknown;
            };
            createdAt: string;
            currentStep: {
                id: string;
                name: string;
                type: components["schemas"]["StepType"];
            } | null;
            currentStepId: string | null;
            /** @description Why it ended, or null. */
            exitReason: string | null;
            id: string;
            /** @description The event that started it; null for a manual start. */
            sourceEventId: string | null;
            startedAt: string;
            status: components["schemas"]["ExecutionStatus"];
            updatedAt: string;
            workflowId: string;
        };
        /** @description `executions` is another name of `data`. */
        ExecutionPage: {
            cursor?: string;
            data: components["schemas"]["ExecutionItem"][];
            executions: components["schemas"]["ExecutionItem"][];
            hasMore: boolean;
            total: number;
        };
        /** @enum {string} */
        ExecutionStatus: "RUNNING" | "WAITING" | "COMPLETED" | "EXITED" | "FAILED" | "CANCELLED";
        /** @description One contact's run through a workflow. Moments are ISO 8601. */
        ExecutionView: {
            completedAt: string | null;
            /** @description `cnt_<uuid>`. */
            contactId: string;
            context: {
                [key: string]: unknown;
            };
            createdAt: string;
            currentStepId: string | null;
            /** @description Why it ended, or null. */
            exitReason: string | null;
            id: string;
            /** @description The event that started it; null for a manual start. */
            sourceEventId: string | null;
            startedAt: string;
            status: components["schemas"]["ExecutionStatus"];
            updatedAt: string;
            workflowId: string;
        };
        /** @description Body of `POST /contacts/export`. */
        ExportRequest: {
            /** @description A condition of the filter language of segments; all contacts unless given. */
            condition?: {
                [key: string]: unknown;
            } | null;
            /** @description Columns in their order: `id`, `email`, `subscribed`, `suppression` (its reason), `createdAt`, `updatedAt`, `data.<name>`. Unless given `email`, `subscribed` and the fields that the contacts have, the most frequent first. */
            fields?: string[] | null;
        };
        ExportResult: {
            /** @description Bytes of the file without its first row. */
            bytes: number;
            /** @description Contacts in the file. */
            contactCount: number;
            /** @description ISO 8601: the file is kept until then, and only while it is one of the project's three newest. */
            expiresAt: string;
            /** @description The columns of the file. */
            fields: string[];
            /** @description The path of the file below the address of the API; null when it is not kept any more. */
            file: string | null;
        };
        /** @enum {string} */
        FieldType: "string" | "number" | "boolean" | "date" | "array" | "object";
        FieldUsage: {
            canDelete: boolean;
            /** @description Contacts that have a value. */
            contactCount: number;
            usedInCampaigns: components["schemas"]["Reference"][];
            usedInSegments: components["schemas"]["Reference"][];
            usedInWorkflows: components["schemas"]["Reference"][];
        };
        /** @description Distinct values among the newest 10,000 contacts, most frequent first; lists and objects are no values. */
        FieldValues: {
            count: number;
            field: string;
            limit: number;
            values: (string | number | boolean)[];
        };
        /** @description Query of `GET /contacts/fields/{field}/values`. */
        FieldValuesQuery: {
            limit?: number | null;
        };
        /** @description The caller's own spellings, in the caller's order. */
        FoundContacts: {
            found: string[];
            notFound: string[];
        };
        /** @description A step of a graph that is given as a whole. What is left out of a step that the workflow has stays as it is. */
        GraphStep: {
            /** @description Replaced as a whole. A masked secret of a webhook stands for the one that is kept. */
            config?: {
                [key: string]: unknown;
            } | null;
            /**
             * Format: uuid
             * @description A step that the workflow has keeps its figures; any other id makes a new step under it.
             */
            id: string;
            /** @description 1..100 characters; the kind unless given. */
            name?: string | null;
            position?: components["schemas"]["StepPosition"] | null;
            /**
             * Format: uuid
             * @description Of a SEND_EMAIL step; null takes the template away.
             */
            templateId?: string | null;
            /** @description A step keeps its kind. */
            type: components["schemas"]["StepType"];
        };
        /** @description A link of a graph that is given as a whole; it names steps of the same graph. */
        GraphTransition: {
            /** @description As in `POST /workflows/{id}/transitions`. */
            branch?: string | null;
            /** Format: uuid */
            fromStepId: string;
            /** Format: uuid */
            toStepId: string;
        };
        /** @description A row or contact that failed. A text that a spreadsheet would run as a formula begins with `'`. */
        ImportError: {
            email: string | null;
            error: string;
            /** @description The line in the file on which the row ends; more than `row` where values hold line breaks. */
            line: number;
            /** @description Counted from 1, the header's. */
            row: number;
        };
        /** @description Query of `POST /contacts/import`. */
        ImportQuery: {
            /** @description Reads the whole file and says what an import would do now; no contact is written. */
            dryRun?: boolean | null;
        };
        /** @description `totalRows` = `successCount` + `failureCount` + `duplicateCount`. */
        ImportResult: {
            createdCount: number;
            /** @description True for a dry run: the counts say what an import would have done, and no contact was written. */
            dryRun: boolean;
            /** @description Rows whose address comes again further down: only the last row of an address is taken. */
            duplicateCount: number;
            /** @description The first 1,000. */
            errors: components["schemas"]["ImportError"][];
            failureCount: number;
            /** @description Fields that may have been meant; the import wrote the names of its columns as they are. */
            similarFields: components["schemas"]["SimilarField"][];
            /** @description Contacts made or updated. */
            successCount: number;
            totalRows: number;
            /** @description Those of `updatedCount` whose contact was already as the row says. */
            unchangedCount: number;
            /** @description Rows of addresses that were contacts before. */
            updatedCount: number;
        };
        /** @description Answer of `GET /config`: the features of this installation. */
        InstallationView: {
            aws: {
                mailFromSubdomain: string | null;
                sesRegion: string | null;
            };
            environment: string;
            features: {
                authProviders: components["schemas"]["SignInProviders"];
                billing: {
                    enabled: boolean;
                };
                email: {
                    trackingToggleEnabled: boolean;
                };
                signup: {
                    signupsDisabled: boolean;
                };
                /** @description Submission by SMTP: its domain and its ports, with TLS from the first byte (`secure`) or by STARTTLS (`submission`). */
                smtp: {
                    domain: string | null;
                    enabled: boolean;
                    ports: {
                        secure: number | null;
                        submission: number | null;
                    } | null;
                };
                storage: {
                    s3Enabled: boolean;
                };
            };
            /** @description Null where the installation has no such site. */
            urls: {
                api: string;
                dashboard: string | null;
                landing: string | null;
                wiki: string | null;
            };
        };
        /** @description Body of `POST /projects/{id}/members`. */
        InviteMember: {
            email: string;
            /**
             * @description MEMBER unless given; a project has one OWNER.
             * @enum {string|null}
             */
            role?: "ADMIN" | "MEMBER" | null;
        };
        /** @description Answer of `GET …/billing-invoices`: the newest 100. */
        Invoices: {
            hasUnpaidInvoices: boolean;
            invoices: components["schemas"]["InvoiceView"][];
            unpaidInvoices: components["schemas"]["UnpaidInvoice"][];
        };
        /** @description An invoice of the payment provider. */
        InvoiceView: {
            amountDue: number;
            amountPaid: number;
            created: string;
            currency: string;
            hostedInvoiceUrl: string | null;
            id: string;
            invoicePdf: string | null;
            number: string | null;
            paid: boolean;
            periodEnd: string;
            periodStart: string;
            status: string | null;
            subtotal: number;
            total: number;
        };
        /** @enum {string} */
        JobState: "waiting" | "active" | "completed" | "failed";
        JobView: {
            failedReason: string | null;
            id: string;
            /** @description Percent. */
            progress: number;
            /** @description Null until the job is over. */
            result: components["schemas"]["ImportResult"] | components["schemas"]["BulkResult"] | components["schemas"]["ExportResult"] | null;
            state: components["schemas"]["JobState"];
        };
        /** @enum {string} */
        Level: "healthy" | "warning" | "critical";
        /** @description Query of `GET /activity`: newest first. */
        ListActivity: {
            /**
             * Format: uuid
             * @description With or without its `cnt_`.
             */
            contactId?: string | null;
            /** @description The `cursor` of the previous page of the same query. */
            cursor?: string | null;
            /** @description Newest moment that is shown; a day without a time counts to its end in UTC. */
            endDate?: string | null;
            /** @description Items per page, 1 to 100. */
            limit?: number | null;
            /** @description Oldest moment, or UTC day, that is shown. */
            startDate?: string | null;
            /** @description Types of  {@link  activityTypes } , separated by commas; all without it. */
            types?: components["schemas"]["ActivityType"][] | null;
        };
        /** @description Query of `GET /campaigns`: by `cursor`, or by `page`. */
        ListCampaigns: {
            /** @description The `cursor` of the previous page. */
            cursor?: string | null;
            /**
             * @description Newest first, names from A, unless given.
             * @enum {string|null}
             */
            dir?: "asc" | "desc" | null;
            /** @description Items per page, 1 to 100. */
            limit?: number | null;
            page?: number | null;
            /** @description Another name of `limit`. */
            pageSize?: number | null;
            /** @description Case-insensitive substring of name, subject or sender. */
            search?: string | null;
            /** @enum {string|null} */
            sort?: "createdAt" | "updatedAt" | "name" | null;
            status?: components["schemas"]["CampaignStatus"] | null;
        };
        /** @description Query of `GET /contacts`. */
        ListContacts: {
            /** @description A condition of the filter language of segments, as JSON. `total` counts its matches up to 10,000; 503 when it takes over two seconds. A longer condition is made a segment, which a filter `segment.<id>` names. */
            condition?: string | null;
            /** @description The `cursor` of the previous page. */
            cursor?: string | null;
            /**
             * @description Newest first, and addresses in alphabetical order, unless given.
             * @enum {string|null}
             */
            dir?: "asc" | "desc" | null;
            /** @description Items per page, 1 to 100. */
            limit?: number | null;
            /** @description Case-insensitive substring of the email. `total` counts its matches up to 10,000; 503 when it takes over 500 ms. */
            search?: string | null;
            /**
             * @description `createdAt` (the order in which contacts were made), `updatedAt` or `email`.
             * @enum {string|null}
             */
            sort?: "createdAt" | "updatedAt" | "email" | null;
            subscribed?: boolean | null;
        };
        /** @description Query of `GET /emails`: newest first. */
        ListEmails: {
            /** Format: uuid */
            campaignId?: string | null;
            /**
             * Format: uuid
             * @description With or without its `cnt_`.
             */
            contactId?: string | null;
            /** @description The `cursor` of the previous page. */
            cursor?: string | null;
            /** @description Items per page, 1 to 100. */
            limit?: number | null;
            /** @description Case-insensitive substring of recipient or subject. */
            search?: string | null;
            /** @enum {string|null} */
            status?: "QUEUED" | "SENDING" | "SENT" | "DELIVERED" | "OPENED" | "CLICKED" | "BOUNCED" | "COMPLAINED" | "FAILED" | "SUPPRESSED" | "UNKNOWN" | "RECEIVED" | null;
        };
        /** @description Query of `GET /events`: newest first. */
        ListEvents: {
            /** @description With or without `cnt_`: only this contact's events, 404 when the project has no such contact. */
            contactId?: string | null;
            /** @description The `cursor` of the previous page. */
            cursor?: string | null;
            eventName?: string | null;
            /** @description Items per page, 1 to 100. */
            limit?: number | null;
        };
        /** @description Query of `GET /workflows/{id}/executions`: newest start first. */
        ListExecutions: {
            contactId?: string | null;
            /** @description The `cursor` of the previous page. */
            cursor?: string | null;
            /** @description Items per page, 1 to 100. */
            limit?: number | null;
            status?: components["schemas"]["ExecutionStatus"] | null;
        };
        /** @description Query of `GET /mailbox/messages`: newest first. */
        ListMessages: {
            /** @description The `cursor` of the previous page. */
            cursor?: string | null;
            /** @description Items per page, 1 to 100. */
            limit?: number | null;
            /** @description Case-insensitive substring of recipient, sender or subject. */
            search?: string | null;
        };
        /** @description Query of `GET /suppressions`, newest first. */
        ListSuppressions: {
            /** @description The `cursor` of the previous page. */
            cursor?: string | null;
            /** @description Items per page, 1 to 100. */
            limit?: number | null;
            /** @description The whole address, in any case. */
            search?: string | null;
        };
        /** @description Query of `GET /templates`: by `cursor`, or by `page`. */
        ListTemplates: {
            /** @description The `cursor` of the previous page. */
            cursor?: string | null;
            /**
             * @description Newest first, names from A, unless given.
             * @enum {string|null}
             */
            dir?: "asc" | "desc" | null;
            /** @description Items per page, 1 to 100. */
            limit?: number | null;
            page?: number | null;
            /** @description Another name of `limit`. */
            pageSize?: number | null;
            /** @description Case-insensitive substring of name, description or subject. */
            search?: string | null;
            /** @enum {string|null} */
            sort?: "createdAt" | "updatedAt" | "name" | null;
            type?: components["schemas"]["TemplateType"] | null;
        };
        /** @description Query of `GET /mailbox/webhooks`: newest first. */
        ListWebhooks: {
            /** @description The `cursor` of the previous page. */
            cursor?: string | null;
            /** @description Items per page, 1 to 100. */
            limit?: number | null;
            /** @description Case-insensitive substring of method, path or body. */
            search?: string | null;
        };
        /** @description Query of `GET /workflows`: newest first unless given. */
        ListWorkflows: {
            /** @description The `cursor` of the previous page. */
            cursor?: string | null;
            /** @enum {string|null} */
            dir?: "asc" | "desc" | null;
            /** @description Items per page, 1 to 100. */
            limit?: number | null;
            /** @description Case-insensitive substring of name or description. */
            search?: string | null;
            /** @enum {string|null} */
            sort?: "createdAt" | "updatedAt" | "name" | "steps" | null;
            /** @enum {string|null} */
            status?: "active" | "disabled" | null;
        };
        /** @description Body of `POST /auth/login`. */
        Login: {
            email: string;
            password: string;
        };
        /** @description Body of `POST /contacts/lookup`. */
        LookupContacts: {
            /** @description 1 to 500 addresses; what is no address is not found. */
            emails: string[];
        };
        /** @description A mailbox: an address with an optional display name. */
        Mailbox: {
            email: string;
            name?: string;
        };
        /** @description A message that the simulator took instead of sending it. */
        MailboxItem: {
            emailId: string;
            from: string;
            id: string;
            receivedAt: string;
            subject: string;
            to: string;
        };
        MailboxMessage: {
            emailId: string;
            from: string;
            /** @description In the order of the message, encoded words decoded. */
            headers: {
                name: string;
                value: string;
            }[];
            html: string | null;
            id: string;
            receivedAt: string;
            /** @description The raw MIME message, decoded as latin1 so that every byte is kept. */
            source: string;
            subject: string;
            text: string | null;
            to: string;
        };
        MailboxPage: {
            cursor?: string;
            data: components["schemas"]["MailboxItem"][];
            hasMore: boolean;
            total: number;
        };
        /** @description A member, or an invitation that is still open: then `userId` is the id of the invitation. */
        MemberView: {
            createdAt: string;
            email: string;
            /** @enum {string} */
            role: "OWNER" | "ADMIN" | "MEMBER";
            /** @enum {string} */
            status: "ACTIVE" | "PENDING";
            userId: string;
        };
        /** @description A cursor list: `total` is counted on the first page only and is 0 on later ones. */
        Page_CaughtWebhook: {
            cursor?: string;
            data: components["schemas"]["CaughtWebhook"][];
            hasMore: boolean;
            total: number;
        };
        /** @description A cursor list: `total` is counted on the first page only and is 0 on later ones. */
        Page_ContactView: {
            cursor?: string;
            data: components["schemas"]["ContactView"][];
            hasMore: boolean;
            total: number;
        };
        /** @description A cursor list: `total` is counted on the first page only and is 0 on later ones. */
        Page_EmailItem: {
            cursor?: string;
            data: components["schemas"]["EmailItem"][];
            hasMore: boolean;
            total: number;
        };
        /** @description A cursor list: `total` is counted on the first page only and is 0 on later ones. */
        Page_EventView: {
            cursor?: string;
            data: components["schemas"]["EventView"][];
            hasMore: boolean;
            total: number;
        };
        /** @description A cursor list: `total` is counted on the first page only and is 0 on later ones. */
        Page_SuppressionView: {
            cursor?: string;
            data: components["schemas"]["SuppressionView"][];
            hasMore: boolean;
            total: number;
        };
        /** @description A cursor list: `total` is counted on the first page only and is 0 on later ones. */
        Page_WorkflowItem: {
            cursor?: string;
            data: components["schemas"]["WorkflowItem"][];
            hasMore: boolean;
            total: number;
        };
        /** @description Query of a cursor list. */
        PageQuery: {
            /** @description The `cursor` of the previous page. */
            cursor?: string | null;
            /** @description Items per page, 1 to 100. */
            limit?: number | null;
        };
        /** @description Answer of `POST …/checkout` and `POST …/billing-portal`: a page of the payment provider. */
        PaymentPage: {
            url: string;
        };
        /** @description One email of a preflight, as it would leave now. */
        PreflightRender: {
            email: string;
            /** @description Why it cannot be rendered. */
            error: string | null;
            html: string | null;
            /** @description As it stands hidden at the beginning of `html`; null where there is none. */
            previewText: string | null;
            subject: string | null;
        };
        /** @description How new emails of a project look, until their author changes it; what is absent is as the editor has it. Colours are `#rrggbb`. */
        ProjectBrand: {
            button?: string | null;
            /** @description The words on a button. */
            buttonText?: string | null;
            /** @description Below the text, at most 500 characters; Liquid in it is filled. */
            footer?: string | null;
            /** @description Behind the email. */
            ground?: string | null;
            link?: string | null;
            /** @description The https address of a picture that stands above the text, at most 2,000 characters; `POST /uploads/image` answers one, by http where the installation has no TLS. */
            logoUrl?: string | null;
            /** @description Behind the text. */
            paper?: string | null;
            text?: string | null;
        };
        /** @description Answer of `GET /projects/{id}`, and an item of `GET /projects`. */
        ProjectSummary: {
            createdAt: string;
            /** @description The verified domain that was added first; null while there is none. */
            defaultSenderDomain: string | null;
            id: string;
            name: string;
        };
        /** @description A project. The secret key is shown in full only when it is made, else as its prefix and last four characters. */
        ProjectView: {
            billingLimitCampaigns?: number | null;
            billingLimitInbound?: number | null;
            billingLimitTransactional?: number | null;
            /** @description The most emails of a month by category; null: no limit. */
            billingLimitWorkflows?: number | null;
            /** @description null while none is set. */
            brand: components["schemas"]["ProjectBrand"] | null;
            createdAt: string;
            /** @description Ids at the payment provider; null where it knows no such customer or subscription. */
            customer?: string | null;
            disabled: boolean;
            disabledReason: string | null;
            id: string;
            language: string;
            name: string;
            public: string;
            secret: string;
            subscription?: string | null;
            tracking: components["schemas"]["TrackingMode"];
            updatedAt: string;
        };
        /**
         * @description State of the proof in the words of the providers.
         * @enum {string}
         */
        ProofStatus: "Pending" | "Success" | "Failed" | "TemporaryFailure" | "NotStarted";
        /** @description Answer of every route that queues a job. */
        QueuedJob: {
            jobId: string;
            message: string;
        };
        /** @description Items of the feed in the last minutes; counting ends at 10,000. */
        RecentCount: {
            count: number;
            minutes: number;
        };
        /** @description Query of `GET /activity/recent-count`. */
        RecentCountQuery: {
            minutes?: number | null;
        };
        /**
         * @description Purpose of a DNS record.
         * @enum {string}
         */
        RecordPurpose: "OWNERSHIP" | "DKIM" | "RETURN_PATH_MX" | "RETURN_PATH_SPF" | "DMARC" | "INBOUND_MX";
        /**
         * @description Status of a record by the last check: `pending` before the first one, `unknown` when the DNS did not answer.
         * @enum {string}
         */
        RecordStatus: "pending" | "verified" | "missing" | "mismatch" | "unknown";
        /** @description A segment, campaign or workflow that uses a field, an event name or a template. */
        Reference: {
            id: string;
            name: string;
        };
        /** @description Body of `DELETE /segments/{id}/members`. */
        RemoveMembers: {
            emails: string[];
        };
        /** @description Answer of `POST /templates/render`. With a problem of severity `error`, `html`, `text`, `subject` and `previewText` are null. */
        RenderedTemplate: {
            /** @description Bytes of `html`. */
            bytes: number;
            /** @description With the footer of a MARKETING template; links are not tracked and lead to no contact. */
            html: string | null;
            /** @description As it stands hidden at the beginning of `html`; null where there is none. */
            previewText: string | null;
            /** @description At most 50. */
            problems: components["schemas"]["RenderProblem"][];
            /** @description Null also when the request has no subject. */
            subject: string | null;
            text: string | null;
            /** @description At most 200, in the order of their names; not those of a source over 100,000 characters or 1,000 placeholders. */
            variables: components["schemas"]["RenderVariable"][];
        };
        /** @description Form of `POST /templates/render/page`. A browser that calls by cookie names the project in the field `projectId`. */
        RenderPage: {
            /** @description The body of `POST /templates/render` as JSON, at most 13 MB. */
            request: string;
        };
        /** @description One thing that the author should know. */
        RenderProblem: {
            /** @enum {string} */
            code: "syntax" | "render_failed" | "empty_subject" | "unknown_field" | "missing_unsubscribe_link" | "too_long" | "broken_link" | "insecure_link" | "image_without_text";
            column: number | null;
            /** @description `subject`, `previewText`, `body` or `text`; null where the problem belongs to none of them alone. */
            field: string | null;
            /** @description Of a syntax error, from 1; null otherwise. */
            line: number | null;
            message: string;
            severity: components["schemas"]["RenderSeverity"];
        };
        /**
         * @description `error`: an email with this content fails; `warning`: it is sent, but likely not as meant.
         * @enum {string}
         */
        RenderSeverity: "error" | "warning";
        /** @description Body of `POST /templates/render`: content that need not be saved, and the values to fill it with. */
        RenderTemplate: {
            /** @description HTML; a Liquid template of at most 2 MB. */
            body: string;
            /**
             * Format: uuid
             * @description A contact of the project whose values are shown, with or without `cnt_`.
             */
            contactId?: string | null;
            /** @description Values by key, at most 64 KB of JSON; they go over those of the contact. */
            data?: {
                [key: string]: unknown;
            } | null;
            /** @description Values of the event that began a workflow, shown as `event.*`. */
            event?: {
                [key: string]: unknown;
            } | null;
            /** @description Mailboxes show it behind the subject; a Liquid template of one line, at most 200 characters. */
            previewText?: string | null;
            /** @description A Liquid template of one line, 1..998 characters. */
            subject?: string | null;
            /** @description Text part, used instead of the one made from `body`; a Liquid template of at most 1 MB. */
            text?: string | null;
            /** @description MARKETING adds the footer. TRANSACTIONAL unless given. */
            type?: components["schemas"]["TemplateType"] | null;
        };
        /** @description A variable that the content names. */
        RenderVariable: {
            /** @description Is there a value for it in this rendering? */
            hasValue: boolean;
            /** @description As a path, for example `name`, `data.plan` or `event.total`. */
            name: string;
        };
        /** @description Body of `PUT /workflows/{id}/graph`: all steps and links that the workflow has from then on. */
        ReplaceGraph: {
            /** @description The TRIGGER of the workflow and at most 99 others. */
            steps: components["schemas"]["GraphStep"][];
            /** @description At most 2,100: a step has at most 21 branches. */
            transitions: components["schemas"]["GraphTransition"][];
        };
        /** @description Body of `POST /auth/request-password-reset`. */
        RequestPasswordReset: {
            email: string;
        };
        /** @description Body of `POST /auth/request-verification`: the address, unless the caller is signed in. */
        RequestVerification: {
            email?: string | null;
        };
        /** @description Body of `POST /auth/reset-password`. */
        ResetPassword: {
            /** @description 8 to 128 characters. */
            password: string;
            token: string;
        };
        /**
         * @description Rights of a member: all work with the project's data, ADMIN also manages the project, OWNER cannot be removed.
         * @enum {string}
         */
        Role: "OWNER" | "ADMIN" | "MEMBER";
        /** @description Body of `POST /contacts`: makes or updates the contact of an address. */
        SaveContact: {
            /** @description Fields to store; `null` deletes one. */
            data?: {
                [key: string]: unknown;
            } | null;
            /** @description Trimmed and lower-cased. */
            email: string;
            /** @description New contacts default to true; existing ones keep their state unless given. */
            subscribed?: boolean | null;
        };
        /** @description Answer of `POST /contacts`: the contact and what became of it. */
        SavedContact: {
            _meta: {
                isNew: boolean;
                isUpdate: boolean;
            };
            /** @description ISO 8601 UTC with milliseconds. */
            createdAt: string;
            data: {
                [key: string]: unknown;
            };
            email: string;
            /** @description `cnt_<uuid>`. */
            id: string;
            subscribed: boolean;
            /** @description Why and since when the address is not emailed; null when it may be. */
            suppression: components["schemas"]["ContactSuppression"] | null;
            updatedAt: string;
        };
        /** @description The answer of the two security routes. */
        SecurityView: {
            isDisabled: boolean;
            levels: {
                bounce7Day: components["schemas"]["Level"];
                bounceAllTime: components["schemas"]["Level"];
                complaint7Day: components["schemas"]["Level"];
                complaintAllTime: components["schemas"]["Level"];
            };
            status: {
                allTime: components["schemas"]["Window"];
                isHealthy: boolean;
                isNewProject: boolean;
                projectId: string;
                sevenDay: components["schemas"]["Window"];
                shouldDisable: boolean;
                twentyFourHour: components["schemas"]["Window"];
                violations: string[];
                warnings: string[];
            };
            suspensions: {
                reason: string;
                suspendedAt: string;
            }[];
        };
        /** @description Contacts of a segment. `total` of a dynamic segment among many contacts is its last count. */
        SegmentContacts: {
            data: components["schemas"]["ContactView"][];
            page: number;
            pageSize: number;
            total: number;
            totalPages: number;
        };
        /** @description Query of `GET /segments/{id}/contacts`. */
        SegmentContactsQuery: {
            page?: number | null;
            pageSize?: number | null;
        };
        /** @description Why a contact is in a segment or not: the condition with `matches` on every filter. */
        SegmentExplanation: {
            /** @description Null for a static segment. */
            condition: unknown;
            matches: boolean;
            /** @description ISO 8601: when a filter over time changes by itself; null when none does. */
            nextChangeAt: string | null;
        };
        /** @enum {string} */
        SegmentType: "DYNAMIC" | "STATIC";
        /** @description A segment on the wire. */
        SegmentView: {
            /** @description Null for a static segment. */
            condition: unknown;
            createdAt: string;
            description: string | null;
            id: string;
            memberCount: number;
            /** @description ISO 8601: when `memberCount` was right; null while the segment has not been counted. */
            memberCountAt: string | null;
            name: string;
            projectId: string;
            slug: string;
            trackMembership: boolean;
            type: components["schemas"]["SegmentType"];
            updatedAt: string;
        };
        /** @description Body of `POST /v1/send`. Needs a template, or both subject and body. */
        Send: {
            /** @description At most 10 files. */
            attachments?: components["schemas"]["SendAttachment"][] | null;
            /** @description HTML; a Liquid template of at most 2 MB. */
            body?: string;
            /** @description Contact data and template variables: at most 200 keys and 64 KB of JSON. */
            data?: {
                [key: string]: unknown;
            } | null;
            /** @description Sender on a verified domain; needed unless the template has one. */
            from?: string | components["schemas"]["Mailbox"] | null;
            /** @description Extra headers; the service's own and instructions to email providers (`X-SMTPAPI`, `X-MC-…`) are refused. */
            headers?: {
                [key: string]: string;
            } | null;
            /** @description Deprecated: display name, used only when `from` is a string. */
            name?: string | null;
            /** @description Reply-to address. */
            reply?: string | null;
            /** @description 1..998 characters, no line break; a Liquid template. */
            subject?: string;
            /** @description True subscribes the recipients, false unsubscribes them. Left out, known contacts keep theirs, new ones are not subscribed. */
            subscribed?: boolean | null;
            /**
             * Format: uuid
             * @description Id of a template that supplies what the request leaves out.
             */
            template?: string | null;
            /** @description Text part, used instead of the one made from `body`; a Liquid template of at most 1 MB. */
            text?: string | null;
            /** @description One recipient or an array of 1..500: an address, or `{name, email}`. */
            to: string | components["schemas"]["Mailbox"] | (string | components["schemas"]["Mailbox"])[];
            /** @description Open and click tracking of this message. */
            tracking?: boolean | null;
        };
        SendAnswer: {
            emails: {
                contact: {
                    email: string;
                    id: string;
                };
                email: string;
            }[];
            timestamp: string;
        };
        /** @description A file of a message: at most 10, 10 MB together counted on decoded bytes. */
        SendAttachment: {
            /** @description Base64. */
            content: string;
            /** @description Referred to as `cid:<contentId>` in the HTML; needed for inline files. */
            contentId?: string | null;
            /** @description A media type, for example `application/pdf`. */
            contentType: string;
            /** @enum {string|null} */
            disposition?: "attachment" | "inline" | null;
            filename: string;
        };
        /** @description Body of `POST /campaigns/{id}/send`: at once when `scheduledFor` is left out or null. */
        SendCampaign: {
            /** @description ISO 8601. */
            scheduledFor?: string | null;
        };
        /** @description An open session of an account. */
        SessionView: {
            /** @description ISO 8601. */
            createdAt: string;
            /** @description Is it the session of this call? */
            current: boolean;
            expiresAt: string;
            id: string;
            /** @description The name that the browser gave when it signed in, at most 300 characters; null where it said nothing. */
            userAgent: string | null;
        };
        /** @description Body of `PUT /users/@me/projects/{id}/billing-limits`: every category is said, null takes its cap away. */
        SetBillingLimits: {
            campaigns: number | null;
            inbound: number | null;
            transactional: number | null;
            workflows: number | null;
        };
        /** @description The account that may now have a session. */
        SignedIn: {
            email: string;
            id: string;
        };
        /** @description The services that a person can sign in with, beside a password. */
        SignInProviders: {
            github: boolean;
            google: boolean;
            /** @description Is an OpenID Connect provider configured (single sign-on)? */
            oidc: boolean;
            /** @description Name of that provider for a button; null without one. */
            oidcName: string | null;
        };
        /** @description Body of `POST /auth/signup`. */
        Signup: {
            email: string;
            /** @description The token of an invitation: the account is verified at once and joins the project. */
            invitation?: string | null;
            /** @description 8 to 128 characters. */
            password: string;
        };
        /** @description A column whose name differs in case alone from a field that the project's contacts have already. */
        SimilarField: {
            /** @description The field that the import wrote. */
            column: string;
            /** @description The field that was there. */
            field: string;
        };
        SimulatedEvent: {
            data?: {
                [key: string]: unknown;
            } | null;
            name: string;
        };
        SimulatedMoment: {
            /** @description Seconds since the start. */
            after: number;
            /** @description A name, or `{name, data}`. */
            event?: components["schemas"]["SimulatedEvent"] | string;
        };
        /** @description Body of `POST /workflows/{id}/simulate`. */
        SimulateWorkflow: {
            /** @description Id or address of a contact. */
            contact: string;
            /** @description Variables of a manual start. */
            context?: {
                [key: string]: unknown;
            } | null;
            /** @description The triggering event; absent for a manual start. */
            event?: components["schemas"]["SimulatedEvent"] | null;
            /** @description At most 100 events that happen while it waits. */
            timeline?: components["schemas"]["SimulatedMoment"][] | null;
        };
        /** @description Answer of `POST /workflows/{id}/simulate`. */
        Simulation: {
            exitReason: string | null;
            /** @description `previewText` as a mailbox would show it behind the subject; null where the template has none, or it is empty. */
            mails: {
                html: string;
                previewText: string | null;
                stepId: string;
                subject: string;
                to: string;
            }[];
            path: {
                at: string;
                error: string | null;
                name: string;
                output: unknown;
                status: string;
                stepId: string;
                type: string;
            }[];
            status: string;
            waits: {
                endedBy: string | null;
                eventName: string | null;
                from: string;
                stepId: string;
                until: string | null;
            }[];
            webhooks: {
                body: unknown;
                headers: {
                    [key: string]: string;
                };
                method: string;
                stepId: string;
                url: string;
            }[];
        };
        /** @enum {string} */
        SourceType: "TRANSACTIONAL" | "CAMPAIGN" | "WORKFLOW" | "INBOUND";
        /** @description Body of `POST /workflows/{id}/executions`. */
        StartExecution: {
            /** @description With or without `cnt_`. */
            contactId: string;
            /** @description Variables of this execution; at most 64 KB. */
            context?: {
                [key: string]: unknown;
            } | null;
        };
        /** @description The pass of an execution through one step. */
        StepExecutionView: {
            completedAt: string | null;
            error: string | null;
            executionId: string;
            id: string;
            input: {
                [key: string]: unknown;
            } | null;
            output: {
                [key: string]: unknown;
            } | null;
            /** @description When a wait ends at the latest. */
            scheduledFor: string | null;
            startedAt: string;
            status: components["schemas"]["StepStatus"];
            step: {
                id: string;
                name: string;
                type: components["schemas"]["StepType"];
            };
            stepId: string;
        };
        /** @description Where a step stands on the canvas. */
        StepPosition: {
            x: number;
            y: number;
        };
        /** @description How many executions are where, by step: what `GET /workflows/{id}/stats` answers. */
        StepStats: {
            /** @description Of a CONDITION or WAIT_FOR_EVENT step: how many left by each branch. */
            branches?: {
                [key: string]: number;
            };
            clicked?: number;
            done: number;
            entered: number;
            failed: number;
            name: string;
            opened?: number;
            /** @description Of a SEND_EMAIL step. */
            sent?: number;
            skipped: number;
            stepId: string;
            type: string;
            waiting: number;
        };
        /** @enum {string} */
        StepStatus: "PENDING" | "RUNNING" | "WAITING" | "COMPLETED" | "FAILED" | "SKIPPED";
        /** @enum {string} */
        StepType: "TRIGGER" | "SEND_EMAIL" | "DELAY" | "WAIT_FOR_EVENT" | "CONDITION" | "WEBHOOK" | "UPDATE_CONTACT" | "EXIT";
        /** @description A step as the interface shows it. */
        StepView: {
            config: {
                [key: string]: unknown;
            };
            createdAt: string;
            id: string;
            incomingTransitions: components["schemas"]["TransitionView"][];
            name: string;
            outgoingTransitions: components["schemas"]["TransitionView"][];
            position: {
                x: number;
                y: number;
            };
            /** @description `name` is null while the template cannot be looked up. */
            template: {
                id: string;
                name: string | null;
            } | null;
            templateId: string | null;
            type: components["schemas"]["StepType"];
            updatedAt: string;
            workflowId: string;
        };
        /** @description The body of a successful answer of the public API. */
        Success_AddressReport: {
            data: components["schemas"]["AddressReport"];
            /** @constant */
            success: true;
        };
        /** @description The body of a successful answer of the public API. */
        Success_MemberView: {
            data: components["schemas"]["MemberView"];
            /** @constant */
            success: true;
        };
        /** @description The body of a successful answer of the public API. */
        Success_ProjectSummary: {
            data: components["schemas"]["ProjectSummary"];
            /** @constant */
            success: true;
        };
        /** @description The body of a successful answer of the public API. */
        Success_SecurityView: {
            data: components["schemas"]["SecurityView"];
            /** @constant */
            success: true;
        };
        /** @description The body of a successful answer of the public API. */
        Success_SendAnswer: {
            data: components["schemas"]["SendAnswer"];
            /** @constant */
            success: true;
        };
        /** @description The body of a successful answer of the public API. */
        Success_SignedIn: {
            data: components["schemas"]["SignedIn"];
            /** @constant */
            success: true;
        };
        /** @description The body of a successful answer of the public API. */
        Success_SignInProviders: {
            data: components["schemas"]["SignInProviders"];
            /** @constant */
            success: true;
        };
        /**
         * @description Why an address must not be emailed: it bounced, its owner complained, or the project said so.
         * @enum {string}
         */
        SuppressionReason: "bounce" | "complaint" | "manual";
        /** @description A suppressed address of a project. */
        SuppressionView: {
            /** @description Null when its contact was erased: only a keyed hash of the address is kept then. */
            email: string | null;
            reason: components["schemas"]["SuppressionReason"];
            /** @description ISO 8601 UTC with milliseconds. */
            since: string;
        };
        /** @description `total` counts what the query finds, on every page. */
        TemplatePage: {
            cursor?: string;
            hasMore: boolean;
            page: number;
            pageSize: number;
            templates: components["schemas"]["TemplateView"][];
            total: number;
            totalPages: number;
        };
        /** @enum {string} */
        TemplateType: "TRANSACTIONAL" | "MARKETING";
        /** @description Campaigns and workflow steps that use a template. */
        TemplateUsage: {
            campaigns: {
                id: string;
                name: string;
            }[];
            workflowSteps: {
                id: string;
                name: string;
                workflowId: string;
                workflowName: string;
            }[];
        };
        /** @description A template as the interface shows it. Moments are ISO 8601. */
        TemplateView: {
            body: string;
            createdAt: string;
            description: string | null;
            /** @description The document of a visual editor that `body` was composed from; null when `body` was written as HTML. */
            design: {
                [key: string]: unknown;
            } | null;
            from: string | null;
            fromName: string | null;
            id: string;
            name: string;
            /** @description Null: a mailbox shows the first words of the body behind the subject. */
            previewText: string | null;
            projectId: string;
            replyTo: string | null;
            subject: string;
            /** @description Null: the text part is made from `body`. */
            text: string | null;
            type: components["schemas"]["TemplateType"];
            updatedAt: string;
        };
        /** @description Body of `POST /campaigns/{id}/test`. */
        TestCampaign: {
            email: string;
        };
        /** @description One entry of an email's way, oldest first. */
        TimelineEntry: {
            at: string;
            requestId: string | null;
            /** @constant */
            type: "requested";
        } | {
            at: string;
            /** @constant */
            type: "queued";
        } | {
            at: string;
            /** @constant */
            type: "received";
        } | {
            at: string;
            reason: string | null;
            /** @constant */
            type: "suppressed";
        } | {
            at: string;
            attempt: number;
            detail: string | null;
            endedAt: string | null;
            messageId: string | null;
            /** @description Null while it is under way. */
            outcome: string | null;
            provider: string;
            /** @description The step that ended it before the provider was called; null when the provider was. */
            step: string | null;
            /** @constant */
            type: "attempt";
        } | {
            at: string;
            /** @description Bounce: Permanent, Transient or Undetermined. */
            bounceType?: string;
            link?: string;
            /** @description Why an open or click is a machine's and does not count. */
            machine?: string;
            /** @description False while it waits to be judged. */
            processed: boolean;
            reason?: string;
            /**
             * @description A report of the provider or of our own tracking.
             * @enum {string}
             */
            type: "delivery" | "open" | "click" | "bounce" | "complaint" | "delay" | "reject" | "sent" | "rendering_failure" | "unsubscribed";
            userAgent?: string;
        } | {
            at: string;
            reason: string | null;
            /** @constant */
            type: "not_sent";
        } | {
            at: string;
            reason: string;
            /** @constant */
            type: "waiting";
            until: string | null;
        } | {
            at: string;
            reason: string | null;
            /** @constant */
            type: "unknown";
        };
        /** @description One day or hour of the series. */
        TimeseriesPoint: {
            /** @description Permanent bounces. */
            bounces: number;
            clicks: number;
            complaints: number;
            /** @description `YYYY-MM-DD` of the time zone; with hours the ISO 8601 moment at which the hour begins. */
            date: string;
            delivered: number;
            /** @description Sent emails. */
            emails: number;
            /** @description Emails that a person opened for the first time. */
            opens: number;
        };
        /** @description Query of `GET /analytics/timeseries`. */
        TimeseriesQuery: {
            endDate?: string | null;
            /**
             * @description `hour` for at most 31 days.
             * @enum {string|null}
             */
            interval?: "day" | "hour" | null;
            startDate?: string | null;
            /** @description IANA time zone in which days begin. */
            tz?: string | null;
        };
        /** @description A campaign that was sent. Rates are percent of its sent emails with one decimal. */
        TopCampaign: {
            clickedCount: number;
            clickRate: number;
            id: string;
            name: string;
            openedCount: number;
            openRate: number;
            sentCount: number;
            subject: string;
        };
        /** @description Query of `GET /analytics/top-campaigns`. */
        TopCampaignsQuery: {
            endDate?: string | null;
            limit?: number | null;
            /** @enum {string|null} */
            metric?: "opens" | "clicks" | "openRate" | "clickRate" | "sent" | null;
            startDate?: string | null;
        };
        /** @description A name of tracked events. */
        TopEvent: {
            count: number;
            name: string;
            /** @description Change to the period of the same length before, in percent; 100 for a new name. */
            trend: number;
        };
        /** @description Query of `GET /analytics/top-events`. */
        TopEventsQuery: {
            endDate?: string | null;
            limit?: number | null;
            startDate?: string | null;
        };
        /** @description Body of `POST /v1/track`: records one event of one contact, made if absent. */
        Track: {
            /** @description Contact data and one-off values; at most 200 keys. */
            data?: {
                [key: string]: unknown;
            } | null;
            /** @description The contact; trimmed and lower-cased. */
            email: string;
            /** @description 1 to 200 printable characters; reserved names are refused with `reserved_event`. */
            event: string;
            /** @description New contacts default to true; existing ones keep their state unless given. */
            subscribed?: boolean | null;
        };
        /** @enum {string} */
        TrackingMode: "ENABLED" | "DISABLED" | "MARKETING_ONLY";
        /** @description Another form of a transition's `branch`. */
        TransitionCondition: {
            branch?: string | null;
            /** @description Old form of `branch: "timeout"`. */
            fallback?: boolean | null;
        };
        /** @description A link between two steps. */
        TransitionView: {
            branch: string | null;
            condition: {
                branch: string;
            } | null;
            createdAt: string;
            fromStepId: string;
            id: string;
            priority: number;
            toStepId: string;
            updatedAt: string;
            /** @enum {string|null} */
            waitOutcome: "EVENT" | "TIMEOUT" | null;
        };
        /** @description Trigger of a workflow of type EVENT: the exact name of a tracked or internal event. */
        TriggerConfig: {
            eventName: string;
        };
        /** @enum {string} */
        TriggerType: "EVENT" | "MANUAL" | "SCHEDULE";
        UnpaidInvoice: {
            amountDue: number;
            currency: string;
            dueDate: string | null;
            hostedInvoiceUrl: string | null;
            id: string;
            number: string | null;
        };
        /** @description Work that is due in the next 30 days, soonest first. */
        Upcoming: {
            data: components["schemas"]["ActivityItem"][];
        };
        /** @description Query of `GET /activity/upcoming`. */
        UpcomingQuery: {
            limit?: number | null;
        };
        /** @description Body of `PUT /campaigns/{id}`: what is left out stays, `null` empties what may be empty. */
        UpdateCampaign: {
            /** @description Another name of `audienceFilter`. */
            audienceCondition?: {
                [key: string]: unknown;
            } | null;
            audienceFilter?: {
                [key: string]: unknown;
            } | null;
            audienceType?: components["schemas"]["AudienceType"];
            body?: string;
            description?: string | null;
            /** @description The document of a visual editor that `body` was composed from, at most 1 MB of JSON. A change of `body` alone removes it. */
            design?: {
                [key: string]: unknown;
            } | null;
            from?: string | components["schemas"]["Mailbox"];
            fromName?: string | null;
            name?: string;
            /** @description Mailboxes show it behind the subject; a Liquid template of one line, at most 200 characters. Empty or `null`: they show the first words of the body. */
            previewText?: string | null;
            replyTo?: string | null;
            /** Format: uuid */
            segmentId?: string | null;
            subject?: string;
            text?: string | null;
        };
        /** @description Body of `PATCH /contacts/{id}`. `data` is merged by the same rules; `data: null` clears all of it. */
        UpdateContact: {
            data?: {
                [key: string]: unknown;
            } | null;
            email?: string | null;
            subscribed?: boolean | null;
        };
        /** @description Body of `PATCH /users/@me/projects/{id}`: what is left out stays. */
        UpdateProject: {
            /** @description Replaced as a whole; null removes it. */
            brand?: components["schemas"]["ProjectBrand"] | null;
            /** @description Language of the pages that recipients see: `xx` or `xx-YY`. */
            language?: string | null;
            name?: string | null;
            /** @description ENABLED, DISABLED or MARKETING_ONLY; true and false are taken for the first two. */
            tracking?: components["schemas"]["TrackingMode"] | null;
        };
        /** @description Body of `PATCH /segments/{id}`: a field that is left out keeps its value. */
        UpdateSegment: {
            condition?: {
                [key: string]: unknown;
            } | null;
            description?: string | null;
            name?: string;
            trackMembership?: boolean | null;
        };
        /** @description Body of `PATCH /workflows/{id}/steps/{stepId}`: what is left out stays; `config` is replaced as a whole. */
        UpdateStep: {
            config?: {
                [key: string]: unknown;
            };
            name?: string;
            position?: components["schemas"]["StepPosition"] | null;
            /**
             * Format: uuid
             * @description null takes the template away.
             */
            templateId?: string | null;
        };
        /** @description Body of `PATCH /templates/{id}`: what is left out stays, `null` empties what may be empty. */
        UpdateTemplate: {
            body?: string;
            description?: string | null;
            /** @description The document of a visual editor that `body` was composed from, at most 1 MB of JSON. A change of `body` alone removes it. */
            design?: {
                [key: string]: unknown;
            } | null;
            from?: string | components["schemas"]["Mailbox"] | null;
            fromName?: string | null;
            name?: string;
            /** @description Mailboxes show it behind the subject; a Liquid template of one line, at most 200 characters. Empty or `null`: they show the first words of the body. */
            previewText?: string | null;
            replyTo?: string | null;
            subject?: string;
            text?: string | null;
            type?: components["schemas"]["TemplateType"];
        };
        /** @description Body of `PATCH /workflows/{id}`: what is left out stays. */
        UpdateWorkflow: {
            allowReentry?: boolean;
            description?: string | null;
            /** @description false stops new executions only; the running ones finish. */
            enabled?: boolean;
            /** @description Another place for `triggerConfig.eventName`. */
            eventName?: string | null;
            name?: string;
            triggerConfig?: components["schemas"]["TriggerConfig"] | null;
            /**
             * @description EVENT or MANUAL; SCHEDULE is not available yet.
             * @enum {string}
             */
            triggerType?: "EVENT" | "MANUAL";
        };
        UploadView: {
            contentType: string;
            filename: string;
            key: string;
            size: number;
            url: string;
        };
        /** @description Answer of `GET /users/@me`. */
        UserView: {
            createdAt: string;
            email: string;
            emailVerified: boolean;
            id: string;
            /** @enum {string} */
            type: "PASSWORD" | "GITHUB_OAUTH" | "GOOGLE_OAUTH" | "OIDC_OAUTH";
        };
        /** @description Body of `POST /v1/verify`. */
        VerifyAddress: {
            email: string;
        };
        /** @description Body of `POST /auth/verify-email`: the token from the mail. */
        VerifyEmail: {
            token: string;
        };
        /** @description Emails of a window and what became of them; rates in percent, exact where they are judged, with one decimal where they are shown. */
        Window: {
            bounceRate: number;
            bounces: number;
            complaintRate: number;
            complaints: number;
            total: number;
        };
        /** @description Answer of `GET /workflows/{id}`; steps oldest first. */
        WorkflowDetail: {
            allowReentry: boolean;
            createdAt: string;
            description: string | null;
            enabled: boolean;
            id: string;
            name: string;
            projectId: string;
            steps: components["schemas"]["StepView"][];
            transitions: components["schemas"]["TransitionView"][];
            /** @description null where nothing but a manual start begins it. */
            triggerConfig: components["schemas"]["TriggerConfig"] | null;
            triggerType: components["schemas"]["TriggerType"];
            updatedAt: string;
        };
        WorkflowField: {
            /** @enum {string} */
            category: "Contact Fields" | "Custom Data" | "Event Data";
            field: string;
            type: string;
        };
        /** @description Fields that a CONDITION step can look at. */
        WorkflowFields: {
            count: number;
            fields: string[];
            typedFields: components["schemas"]["WorkflowField"][];
        };
        /** @description Query of `GET /workflows/fields`. */
        WorkflowFieldsQuery: {
            /** @description Adds the keys of this event's latest data. */
            eventName?: string | null;
        };
        /** @description An item of `GET /workflows`. */
        WorkflowItem: {
            _count: {
                executions: number;
                steps: number;
            };
            allowReentry: boolean;
            createdAt: string;
            description: string | null;
            enabled: boolean;
            id: string;
            name: string;
            projectId: string;
            /** @description null where nothing but a manual start begins it. */
            triggerConfig: components["schemas"]["TriggerConfig"] | null;
            triggerType: components["schemas"]["TriggerType"];
            updatedAt: string;
        };
        WorkflowStats: {
            executions: {
                CANCELLED: number;
                COMPLETED: number;
                EXITED: number;
                FAILED: number;
                RUNNING: number;
                total: number;
                WAITING: number;
            };
            steps: components["schemas"]["StepStats"][];
        };
        /** @description A workflow as the interface shows it. Moments are ISO 8601. */
        WorkflowView: {
            allowReentry: boolean;
            createdAt: string;
            description: string | null;
            enabled: boolean;
            id: string;
            name: string;
            projectId: string;
            /** @description null where nothing but a manual start begins it. */
            triggerConfig: components["schemas"]["TriggerConfig"] | null;
            triggerType: components["schemas"]["TriggerType"];
            updatedAt: string;
        };
    };
    responses: {
        /** @description The record was changed meanwhile; `current` is the record as it is now. */
        ChangedMeanwhile: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description The state of the resource does not allow this. */
        Conflict: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description Not allowed: the role, the state of the project, or a limit. */
        Forbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description The request can be read but is wrong; `errors` names every field. */
        Invalid: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description The project has no such resource. */
        NotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description To a browser as a page, else in the envelope of errors. */
        RefusedPage: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
                "text/html": string;
            };
        };
        /** @description No key, a wrong key, or not signed in. */
        Unauthorized: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description 429 beyond a limit of requests, 503 while a service is unavailable: see `Retry-After`. */
        Unavailable: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description The body, a parameter or the cursor cannot be read. */
        Unreadable: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    dashboardStart: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A browser: to the dashboard. */
            302: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Unavailable"];
        };
    };
    activityList: {
        parameters: {
            query?: {
                /** @description With or without its `cnt_`. */
                contactId?: string;
                /** @description The `cursor` of the previous page of the same query. */
                cursor?: string;
                /** @description Newest moment that is shown; a day without a time counts to its end in UTC. */
                endDate?: string;
                /** @description Items per page, 1 to 100. */
                limit?: number;
                /** @description Oldest moment, or UTC day, that is shown. */
                startDate?: string;
                /** @description Types of  {@link  activityTypes } , separated by commas; all without it. */
                types?: components["schemas"]["ActivityType"][];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActivityPage"];
                };
            };
            400: components["responses"]["Unreadable"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            default: components["responses"]["Unavailable"];
        };
    };
    activityRecent: {
        parameters: {
            query?: {
                minutes?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecentCount"];
                };
            };
            400: components["responses"]["Unreadable"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            default: components["responses"]["Unavailable"];
        };
    };
    activityStats: {
        parameters: {
            query?: {
                endDate?: string;
                startDate?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActivityStats"];
                };
            };
            400: components["responses"]["Unreadable"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            default: components["responses"]["Unavailable"];
        };
    };
    activityTypes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        types: string[];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            default: components["responses"]["Unavailable"];
        };
    };
    activityUpcoming: {
        parameters: {
            query?: {
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Upcoming"];
                };
            };
            400: components["responses"]["Unreadable"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            default: components["responses"]["Unavailable"];
        };
    };
    analyticsCampaignStats: {
        parameters: {
            query?: {
                endDate?: string;
                startDate?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignStats"];
                };
            };
            400: components["responses"]["Unreadable"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            default: components["responses"]["Unavailable"];
        };
    };
    analyticsDeliverability: {
        parameters: {
            query?: {
                endDate?: string;
                startDate?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deliverability"];
                };
            };
            400: components["responses"]["Unreadable"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            default: components["responses"]["Unavailable"];
        };
    };
    analyticsTimeseries: {
        parameters: {
            query?: {
                endDate?: string;
                /** @description `hour` for at most 31 days. */
                interval?: "day" | "hour";
                startDate?: string;
                /** @description IANA time zone in which days begin. */
                tz?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TimeseriesPoint"][];
                };
            };
            400: components["responses"]["Unreadable"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            default: components["responses"]["Unavailable"];
        };
    };
    analyticsTopCampaigns: {
        parameters: {
            query?: {
                endDate?: string;
                limit?: number;
                metric?: "opens" | "clicks" | "openRate" | "clickRate" | "sent";
                startDate?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TopCampaign"][];
                };
            };
            400: components["responses"]["Unreadable"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            default: components["responses"]["Unavailable"];
        };
    };
    analyticsTopEvents: {
        parameters: {
            query?: {
                endDate?: string;
                limit?: number;
                startDate?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TopEvent"][];
                };
            };
            400: components["responses"]["Unreadable"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            default: components["responses"]["Unavailable"];
        };
    };
    dashboardFirst: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            default: components["responses"]["Unavailable"];
        };
    };
    dashboardScreen: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            default: components["responses"]["Unavailable"];
        };
    };
    dashboardAsset: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/javascript": string;
                    "font/woff2": string;
                    "image/png": string;
                    "image/svg+xml": string;
                    "text/css": string;
                    "text/javascript": string;
                };
            };
            404: components["responses"]["NotFound"];
            default: components["responses"]["Unavailable"];
        };
    };
    authLogin: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Login"];
            };
        };
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success_SignedIn"];
                };
            };
            400: components["responses"]["Unreadable"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            default: components["responses"]["Unavailable"];
        };
    };
    authLogout: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            message: string;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            default: components["responses"]["Unavailable"];
        };
    };
    oAuthProviders: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success_SignInProviders"];
                };
            };
            default: components["responses"]["Unavailable"];
        };
    };
    oAuthBegin: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                provider: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description To the sign-in of the service. */
            302: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            404: components["responses"]["NotFound"];
            default: components["responses"]["Unavailable"];
        };
    };
    oAuthCallback: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                provider: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Signed in: to the dashboard, or to a page that says so. */
            302: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["RefusedPage"];
        };
    };
    authRequestPasswordReset: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RequestPasswordReset"];
            };
        };
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            message: string;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Unreadable"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            default: components["responses"]["Unavailable"];
        };
    };
    authRequestVerification: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RequestVerification"];
            };
        };
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            message: string;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Unreadable"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            default: components["responses"]["Unavailable"];
        };
    };
    authResetPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResetPassword"];
            };
        };
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            message: string;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Unreadable"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            default: components["responses"]["Unavailable"];
        };
    };
    authSignup: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Signup"];
            };
        };
        responses: {
            /** @description The call succeeded. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success_SignedIn"];
                };
            };
            400: components["responses"]["Unreadable"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            default: components["responses"]["Unavailable"];
        };
    };
    authVerifyEmail: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VerifyEmail"];
            };
        };
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            message: string;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Unreadable"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            default: components["responses"]["Unavailable"];
        };
    };
    campaignList: {
        parameters: {
            query?: {
                /** @description The `cursor` of the previous page. */
                cursor?: string;
                /** @description Newest first, names from A, unless given. */
                dir?: "asc" | "desc";
                /** @description Items per page, 1 to 100. */
                limit?: number;
                page?: number;
                /** @description Another name of `limit`. */
                pageSize?: number;
                /** @description Case-insensitive substring of name, subject or sender. */
                search?: string;
                sort?: "createdAt" | "updatedAt" | "name";
                status?: components["schemas"]["CampaignStatus"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignPage"];
                };
            };
            400: components["responses"]["Unreadable"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            default: components["responses"]["Unavailable"];
        };
    };
    campaignCreate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateCampaign"];
            };
        };
        responses: {
            /** @description The call succeeded. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CampaignView"];
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Unreadable"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            default: components["responses"]["Unavailable"];
        };
    };
    campaignGet: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CampaignView"];
                        /** @constant */
                        success: true;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Unavailable"];
        };
    };
    campaignUpdate: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `updatedAt` of the record that the change was made from, in quotes. When the record was changed since, nothing is changed and the answer is 412 with the record as it is now. */
                "If-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateCampaign"];
            };
        };
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CampaignView"];
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Unreadable"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["ChangedMeanwhile"];
            422: components["responses"]["Invalid"];
            default: components["responses"]["Unavailable"];
        };
    };
    campaignDelete: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Unavailable"];
        };
    };
    campaignCancel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CampaignView"];
                        /** @constant */
                        success: true;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Unavailable"];
        };
    };
    campaignDuplicate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CampaignView"];
                        /** @constant */
                        success: true;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Unavailable"];
        };
    };
    campaignLinks: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CampaignLink"][];
                        /** @constant */
                        success: true;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Unavailable"];
        };
    };
    campaignPreflight: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CampaignPreflight"];
                        /** @constant */
                        success: true;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Unavailable"];
        };
    };
    campaignSend: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SendCampaign"];
            };
        };
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Unreadable"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            default: components["responses"]["Unavailable"];
        };
    };
    campaignStats: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CampaignFigures"];
                        /** @constant */
                        success: true;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Unavailable"];
        };
    };
    campaignTest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TestCampaign"];
            };
        };
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            email: string;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Unreadable"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            default: components["responses"]["Unavailable"];
        };
    };
    configFlags: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InstallationView"];
                };
            };
            default: components["responses"]["Unavailable"];
        };
    };
    contactList: {
        parameters: {
            query?: {
                /** @description A condition of the filter language of segments, as JSON. `total` counts its matches up to 10,000; 503 when it takes over two seconds. A longer condition is made a segment, which a filter `segment.<id>` names. */
                condition?: string;
                /** @description The `cursor` of the previous page. */
                cursor?: string;
                /** @description Newest first, and addresses in alphabetical order, unless given. */
                dir?: "asc" | "desc";
                /** @description Items per page, 1 to 100. */
                limit?: number;
                /** @description Case-insensitive substring of the email. `total` counts its matches up to 10,000; 503 when it takes over 500 ms. */
                search?: string;
                /** @description `createdAt` (the order in which contacts were made), `updatedAt` or `email`. */
                sort?: "createdAt" | "updatedAt" | "email";
                subscribed?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Page_ContactView"];
                };
            };
            400: components["responses"]["Unreadable"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            default: components["responses"]["Unavailable"];
        };
    };
    contactSave: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SaveContact"];
            };
        };
        responses: {
            /** @description The address was a contact already, which is changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedContact"];
                };
            };
            /** @description The contact is created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedContact"];
                };
            };
            400: components["responses"]["Unreadable"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            default: components["responses"]["Unavailable"];
        };
    };
    contactGet: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactView"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Unavailable"];
        };
    };
    contactDelete: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Unavailable"];
        };
    };
    contactUpdate: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `updatedAt` of the record that the change was made from, in quotes. When the record was changed since, nothing is changed and the answer is 412 with the record as it is now. */
                "If-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateContact"];
            };
        };
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactView"];
                };
            };
            400: components["responses"]["Unreadable"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["ChangedMeanwhile"];
            422: components["responses"]["Invalid"];
            default: components["responses"]["Unavailable"];
        };
    };
    contactUpcoming: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactUpcoming"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Unavailable"];
        };
    };
    contactJobDelete: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BulkRequest"];
            };
        };
        responses: {
            /** @description The call succeeded. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QueuedJob"];
                };
            };
            400: components["responses"]["Unreadable"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            default: components["responses"]["Unavailable"];
        };
    };
    contactJobSubscribe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BulkRequest"];
            };
        };
        responses: {
            /** @description The call succeeded. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QueuedJob"];
                };
            };
            400: components["responses"]["Unreadable"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            default: components["responses"]["Unavailable"];
        };
    };
    contactJobUnsubscribe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BulkRequest"];
            };
        };
        responses: {
            /** @description The call succeeded. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QueuedJob"];
                };
            };
            400: components["responses"]["Unreadable"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            default: components["responses"]["Unavailable"];
        };
    };
    contactJobBulkJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                jobId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobView"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Unavailable"];
        };
    };
    contactJobExport: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExportRequest"];
            };
        };
        responses: {
            /** @description The call succeeded. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QueuedJob"];
                };
            };
            400: components["responses"]["Unreadable"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            default: components["responses"]["Unavailable"];
        };
    };
    contactJobExportJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                jobId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobView"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Unavailable"];
        };
    };
    contactJobExportFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                jobId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Unavailable"];
        };
    };
    contactFieldList: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactFields"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            default: components["responses"]["Unavailable"];
        };
    };
    contactFieldDelete: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                field: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedField"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Unavailable"];
        };
    };
    contactFieldUsage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                field: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FieldUsage"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Unavailable"];
        };
    };
    contactFieldValues: {
        parameters: {
            query?: {
                limit?: number;
            };
            header?: never;
            path: {
                field: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FieldValues"];
                };
            };
            400: components["responses"]["Unreadable"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            default: components["responses"]["Unavailable"];
        };
    };
    contactJobImport: {
        parameters: {
            query?: {
                /** @description Reads the whole file and says what an import would do now; no contact is written. */
                dryRun?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /** Format: binary */
                    file: string;
                    mapping?: string;
                };
            };
        };
        responses: {
            /** @description The call succeeded. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QueuedJob"];
                };
            };
            400: components["responses"]["Unreadable"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            default: components["responses"]["Unavailable"];
        };
    };
    contactJobImportJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                jobId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobView"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Unavailable"];
        };
    };
    contactLookup: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LookupContacts"];
            };
        };
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoundContacts"];
                };
            };
            400: components["responses"]["Unreadable"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            default: components["responses"]["Unavailable"];
        };
    };
    referencePage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            default: components["responses"]["Unavailable"];
        };
    };
    referenceFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/css": string;
                    "text/javascript": string;
                };
            };
            404: components["responses"]["NotFound"];
            default: components["responses"]["Unavailable"];
        };
    };
    domainAdd: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddDomain"];
            };
        };
        responses: {
            /** @description The call succeeded. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainView"];
                };
            };
            400: components["responses"]["Unreadable"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            default: components["responses"]["Unavailable"];
        };
    };
    domainRemove: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Unavailable"];
        };
    };
    domainVerify: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainCheckView"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Unavailable"];
        };
    };
    domainList: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainView"][];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Unavailable"];
        };
    };
    emailList: {
        parameters: {
            query?: {
                campaignId?: string;
                /** @description With or without its `cnt_`. */
                contactId?: string;
                /** @description The `cursor` of the previous page. */
                cursor?: string;
                /** @description Items per page, 1 to 100. */
                limit?: number;
                /** @description Case-insensitive substring of recipient or subject. */
                search?: string;
                status?: "QUEUED" | "SENDING" | "SENT" | "DELIVERED" | "OPENED" | "CLICKED" | "BOUNCED" | "COMPLAINED" | "FAILED" | "SUPPRESSED" | "UNKNOWN" | "RECEIVED";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailPage"];
                };
            };
            400: components["responses"]["Unreadable"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            default: components["responses"]["Unavailable"];
        };
    };
    emailGet: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailWaybill"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Unavailable"];
        };
    };
    eventList: {
        parameters: {
            query?: {
                /** @description With or without `cnt_`: only this contact's events, 404 when the project has no such contact. */
                contactId?: string;
                /** @description The `cursor` of the previous page. */
                cursor?: string;
                eventName?: string;
                /** @description Items per page, 1 to 100. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Page_EventView"];
                };
            };
            400: components["responses"]["Unreadable"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            default: components["responses"]["Unavailable"];
        };
    };
    eventDelete: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                eventName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedEvents"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Unavailable"];
        };
    };
    eventUsage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                eventName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventUsage"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Unavailable"];
        };
    };
    eventOfContact: {
        parameters: {
            query?: {
                /** @description The `cursor` of the previous page. */
                cursor?: string;
                /** @description Items per page, 1 to 100. */
                limit?: number;
            };
            header?: never;
            path: {
                contactId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Page_EventView"];
                };
            };
            400: components["responses"]["Unreadable"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            default: components["responses"]["Unavailable"];
        };
    };
    eventNames: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventNames"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            default: components["responses"]["Unavailable"];
        };
    };
    eventStats: {
        parameters: {
            query?: {
                endDate?: string;
                startDate?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventCount"][];
                };
            };
            400: components["responses"]["Unreadable"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            default: components["responses"]["Unavailable"];
        };
    };
    eventTrack: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Track"];
            };
        };
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        contact: string;
                        event: string;
                        timestamp: string;
                    };
                };
            };
            400: components["responses"]["Unreadable"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            default: components["responses"]["Unavailable"];
        };
    };
    accountPageShowForgotPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            default: components["responses"]["RefusedPage"];
        };
    };
    accountPageForgot: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            default: components["responses"]["RefusedPage"];
        };
    };
    healthHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        environment: string;
                        /** @constant */
                        status: "ok";
                        time: string;
                        uptime: number;
                    };
                };
            };
            default: components["responses"]["Unavailable"];
        };
    };
    accountPageShowInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            default: components["responses"]["RefusedPage"];
        };
    };
    accountPageAccept: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            default: components["responses"]["RefusedPage"];
        };
    };
    mailboxPagePage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            default: components["responses"]["Unavailable"];
        };
    };
    mailboxPageStyle: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/css": string;
                };
            };
            default: components["responses"]["Unavailable"];
        };
    };
    mailboxPageScript: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/javascript": string;
                };
            };
            default: components["responses"]["Unavailable"];
        };
    };
    mailboxList: {
        parameters: {
            query?: {
                /** @description The `cursor` of the previous page. */
                cursor?: string;
                /** @description Items per page, 1 to 100. */
                limit?: number;
                /** @description Case-insensitive substring of recipient, sender or subject. */
                search?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailboxPage"];
                };
            };
            400: components["responses"]["Unreadable"];
            422: components["responses"]["Invalid"];
            default: components["responses"]["Unavailable"];
        };
    };
    mailboxClear: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            409: components["responses"]["Conflict"];
            default: components["responses"]["Unavailable"];
        };
    };
    mailboxGet: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailboxMessage"];
                };
            };
            404: components["responses"]["NotFound"];
            default: components["responses"]["Unavailable"];
        };
    };
    mailboxPageEml: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The message as it left. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "message/rfc822": string;
                };
            };
            404: components["responses"]["NotFound"];
            default: components["responses"]["Unavailable"];
        };
    };
    mailboxPageHtml: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            404: components["responses"]["NotFound"];
            default: components["responses"]["Unavailable"];
        };
    };
    caughtWebhookList: {
        parameters: {
            query?: {
                /** @description The `cursor` of the previous page. */
                cursor?: string;
                /** @description Items per page, 1 to 100. */
                limit?: number;
                /** @description Case-insensitive substring of method, path or body. */
                search?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Page_CaughtWebhook"];
                };
            };
            400: components["responses"]["Unreadable"];
            422: components["responses"]["Invalid"];
            default: components["responses"]["Unavailable"];
        };
    };
    caughtWebhookClear: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            409: components["responses"]["Conflict"];
            default: components["responses"]["Unavailable"];
        };
    };
    subscriptionShowManage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            default: components["responses"]["RefusedPage"];
        };
    };
    subscriptionManage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            default: components["responses"]["RefusedPage"];
        };
    };
    referenceOpenapi: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            default: components["responses"]["Unavailable"];
        };
    };
    projectSummaryList: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ProjectSummary"][];
                        /** @constant */
                        success: true;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            default: components["responses"]["Unavailable"];
        };
    };
    projectSummaryGet: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success_ProjectSummary"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Unavailable"];
        };
    };
    liveOpen: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Hints as they come, one `data:` line each. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Unavailable"];
        };
    };
    memberList: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["MemberView"][];
                        /** @constant */
                        success: true;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Unavailable"];
        };
    };
    memberInvite: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InviteMember"];
            };
        };
        responses: {
            /** @description The call succeeded. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success_MemberView"];
                };
            };
            400: components["responses"]["Unreadable"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            default: components["responses"]["Unavailable"];
        };
    };
    memberRemove: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Unavailable"];
        };
    };
    memberSetRole: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
                userId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeRole"];
            };
        };
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success_MemberView"];
                };
            };
            400: components["responses"]["Unreadable"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            default: components["responses"]["Unavailable"];
        };
    };
    securityOfProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success_SecurityView"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Unavailable"];
        };
    };
    setupState: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description How far a project is set up. */
                        data: {
                            contactCount: number;
                            hasEnabledWorkflow: boolean;
                            /** @description Is there a subscription at the payment provider? */
                            hasSubscription: boolean;
                            hasVerifiedDomain: boolean;
                            /** @description When an email of the campaign that was sent last left, ISO 8601; null where none ever did. */
                            lastCampaignSentAt: string | null;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Unavailable"];
        };
    };
    projectSummaryCurrent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success_ProjectSummary"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            default: components["responses"]["Unavailable"];
        };
    };
    accountPageShowResetPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            default: components["responses"]["RefusedPage"];
        };
    };
    accountPageReset: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            default: components["responses"]["RefusedPage"];
        };
    };
    segmentList: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SegmentView"][];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            default: components["responses"]["Unavailable"];
        };
    };
    segmentCreate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateSegment"];
            };
        };
        responses: {
            /** @description The call succeeded. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SegmentView"];
                };
            };
            400: components["responses"]["Unreadable"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            default: components["responses"]["Unavailable"];
        };
    };
    segmentGet: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SegmentView"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Unavailable"];
        };
    };
    segmentDelete: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Unavailable"];
        };
    };
    segmentUpdate: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `updatedAt` of the record that the change was made from, in quotes. When the record was changed since, nothing is changed and the answer is 412 with the record as it is now. */
                "If-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateSegment"];
            };
        };
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SegmentView"];
                };
            };
            400: components["responses"]["Unreadable"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["ChangedMeanwhile"];
            422: components["responses"]["Invalid"];
            default: components["responses"]["Unavailable"];
        };
    };
    segmentCompute: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The members are computed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ComputeAnswer"];
                };
            };
            /** @description The job goes on: `jobId` names it. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ComputeAnswer"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Unavailable"];
        };
    };
    segmentComputeJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                jobId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ComputeJobView"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Unavailable"];
        };
    };
    segmentContacts: {
        parameters: {
            query?: {
                page?: number;
                pageSize?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SegmentContacts"];
                };
            };
            400: components["responses"]["Unreadable"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            default: components["responses"]["Unavailable"];
        };
    };
    segmentExplain: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                contactId: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SegmentExplanation"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Unavailable"];
        };
    };
    segmentAdd: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddMembers"];
            };
        };
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddedMembers"];
                };
            };
            400: components["responses"]["Unreadable"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            default: components["responses"]["Unavailable"];
        };
    };
    segmentRemove: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RemoveMembers"];
            };
        };
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        removed: number;
                    };
                };
            };
            400: components["responses"]["Unreadable"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            default: components["responses"]["Unavailable"];
        };
    };
    segmentRefresh: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        memberCount: number;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Unavailable"];
        };
    };
    segmentCount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CountCondition"];
            };
        };
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConditionCount"];
                };
            };
            400: components["responses"]["Unreadable"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            default: components["responses"]["Unavailable"];
        };
    };
    accountPageSignedIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            default: components["responses"]["RefusedPage"];
        };
    };
    subscriptionShowSubscribe: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            default: components["responses"]["RefusedPage"];
        };
    };
    subscriptionSubscribe: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            default: components["responses"]["RefusedPage"];
        };
    };
    suppressionList: {
        parameters: {
            query?: {
                /** @description The `cursor` of the previous page. */
                cursor?: string;
                /** @description Items per page, 1 to 100. */
                limit?: number;
                /** @description The whole address, in any case. */
                search?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Page_SuppressionView"];
                };
            };
            400: components["responses"]["Unreadable"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            default: components["responses"]["Unavailable"];
        };
    };
    suppressionAdd: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddSuppression"];
            };
        };
        responses: {
            /** @description The address was suppressed already. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuppressionView"];
                };
            };
            /** @description The address is suppressed. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuppressionView"];
                };
            };
            400: components["responses"]["Unreadable"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            default: components["responses"]["Unavailable"];
        };
    };
    suppressionLift: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                email: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Unavailable"];
        };
    };
    trackingClick: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description To the link of the email. */
            302: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["RefusedPage"];
        };
    };
    trackingOpen: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An image of one pixel. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/gif": string;
                };
            };
            404: components["responses"]["NotFound"];
            default: components["responses"]["Unavailable"];
        };
    };
    templateList: {
        parameters: {
            query?: {
                /** @description The `cursor` of the previous page. */
                cursor?: string;
                /** @description Newest first, names from A, unless given. */
                dir?: "asc" | "desc";
                /** @description Items per page, 1 to 100. */
                limit?: number;
                page?: number;
                /** @description Another name of `limit`. */
                pageSize?: number;
                /** @description Case-insensitive substring of name, description or subject. */
                search?: string;
                sort?: "createdAt" | "updatedAt" | "name";
                type?: components["schemas"]["TemplateType"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TemplatePage"];
                };
            };
            400: components["responses"]["Unreadable"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            default: components["responses"]["Unavailable"];
        };
    };
    templateCreate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateTemplate"];
            };
        };
        responses: {
            /** @description The call succeeded. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TemplateView"];
                };
            };
            400: components["responses"]["Unreadable"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            default: components["responses"]["Unavailable"];
        };
    };
    templateGet: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TemplateView"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Unavailable"];
        };
    };
    templateDelete: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Unavailable"];
        };
    };
    templateUpdate: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `updatedAt` of the record that the change was made from, in quotes. When the record was changed since, nothing is changed and the answer is 412 with the record as it is now. */
                "If-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateTemplate"];
            };
        };
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TemplateView"];
                };
            };
            400: components["responses"]["Unreadable"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["ChangedMeanwhile"];
            422: components["responses"]["Invalid"];
            default: components["responses"]["Unavailable"];
        };
    };
    templateDuplicate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TemplateView"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Unavailable"];
        };
    };
    templateUsage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TemplateUsage"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Unavailable"];
        };
    };
    renderRender: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RenderTemplate"];
            };
        };
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RenderedTemplate"];
                };
            };
            400: components["responses"]["Unreadable"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            default: components["responses"]["Unavailable"];
        };
    };
    renderPage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["RenderPage"];
            };
        };
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            400: components["responses"]["Unreadable"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            default: components["responses"]["Unavailable"];
        };
    };
    subscriptionShowUnsubscribe: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            default: components["responses"]["RefusedPage"];
        };
    };
    subscriptionUnsubscribe: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            default: components["responses"]["RefusedPage"];
        };
    };
    uploadGet: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The image. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/gif": string;
                    "image/jpeg": string;
                    "image/png": string;
                    "image/webp": string;
                };
            };
            404: components["responses"]["NotFound"];
            default: components["responses"]["Unavailable"];
        };
    };
    uploadAdd: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /** Format: binary */
                    image: string;
                };
            };
        };
        responses: {
            /** @description The call succeeded. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UploadView"];
                };
            };
            400: components["responses"]["Unreadable"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            default: components["responses"]["Unavailable"];
        };
    };
    userMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserView"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            default: components["responses"]["Unavailable"];
        };
    };
    projectList: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        billingLimitCampaigns?: number | null;
                        billingLimitInbound?: number | null;
                        billingLimitTransactional?: number | null;
                        /** @description The most emails of a month by category; null: no limit. */
                        billingLimitWorkflows?: number | null;
                        /** @description null while none is set. */
                        brand: components["schemas"]["ProjectBrand"] | null;
                        createdAt: string;
                        /** @description Ids at the payment provider; null where it knows no such customer or subscription. */
                        customer?: string | null;
                        disabled: boolean;
                        disabledReason: string | null;
                        id: string;
                        language: string;
                        name: string;
                        public: string;
                        role: components["schemas"]["Role"];
                        secret: string;
                        subscription?: string | null;
                        tracking: components["schemas"]["TrackingMode"];
                        updatedAt: string;
                    }[];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            default: components["responses"]["Unavailable"];
        };
    };
    projectCreate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateProject"];
            };
        };
        responses: {
            /** @description The call succeeded. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        billingLimitCampaigns?: number | null;
                        billingLimitInbound?: number | null;
                        billingLimitTransactional?: number | null;
                        /** @description The most emails of a month by category; null: no limit. */
                        billingLimitWorkflows?: number | null;
                        /** @description null while none is set. */
                        brand: components["schemas"]["ProjectBrand"] | null;
                        createdAt: string;
                        /** @description Ids at the payment provider; null where it knows no such customer or subscription. */
                        customer?: string | null;
                        disabled: boolean;
                        disabledReason: string | null;
                        id: string;
                        language: string;
                        name: string;
                        public: string;
                        role: components["schemas"]["Role"];
                        secret: string;
                        subscription?: string | null;
                        tracking: components["schemas"]["TrackingMode"];
                        updatedAt: string;
                    };
                };
            };
            400: components["responses"]["Unreadable"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            default: components["responses"]["Unavailable"];
        };
    };
    erasureDelete: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        jobId: string;
                        message: string;
                        /** @constant */
                        success: true;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Unavailable"];
        };
    };
    projectUpdate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateProject"];
            };
        };
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectView"];
                };
            };
            400: components["responses"]["Unreadable"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            default: components["responses"]["Unavailable"];
        };
    };
    billingConsumption: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Consumption"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Unavailable"];
        };
    };
    billingInvoices: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invoices"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Unavailable"];
        };
    };
    billingLimits: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BillingLimits"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Unavailable"];
        };
    };
    billingSetLimits: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetBillingLimits"];
            };
        };
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BillingLimits"];
                };
            };
            400: components["responses"]["Unreadable"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            default: components["responses"]["Unavailable"];
        };
    };
    billingPortal: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentPage"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Unavailable"];
        };
    };
    billingCheckout: {
        parameters: {
            query?: {
                /** @description The installation's own currency unless given. */
                currency?: components["schemas"]["Currency"];
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentPage"];
                };
            };
            400: components["responses"]["Unreadable"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            default: components["responses"]["Unavailable"];
        };
    };
    erasureJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                jobId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErasureView"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Unavailable"];
        };
    };
    projectRegenerateKeys: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectView"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Unavailable"];
        };
    };
    erasureReset: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        jobId: string;
                        message: string;
                        /** @constant */
                        success: true;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Unavailable"];
        };
    };
    securityMine: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SecurityView"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Unavailable"];
        };
    };
    userOpenSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionView"][];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            default: components["responses"]["Unavailable"];
        };
    };
    userEndOthers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EndedSessions"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Unavailable"];
        };
    };
    sendSend: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeats with the same key and body within 24 hours get the first answer again, and nothing is done twice. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Send"];
            };
        };
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success_SendAnswer"];
                };
            };
            400: components["responses"]["Unreadable"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            default: components["responses"]["Unavailable"];
        };
    };
    trackTrack: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeats with the same key and body within 24 hours get the first answer again, and nothing is done twice. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Track"];
            };
        };
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            contact: string;
                            event: string;
                            timestamp: string;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Unreadable"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            default: components["responses"]["Unavailable"];
        };
    };
    verifyVerify: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VerifyAddress"];
            };
        };
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success_AddressReport"];
                };
            };
            400: components["responses"]["Unreadable"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            default: components["responses"]["Unavailable"];
        };
    };
    accountPageShowVerifyEmail: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            default: components["responses"]["RefusedPage"];
        };
    };
    accountPageVerify: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            default: components["responses"]["RefusedPage"];
        };
    };
    stripeTake: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        received: true;
                    };
                };
            };
            409: components["responses"]["Conflict"];
            default: components["responses"]["Unavailable"];
        };
    };
    snsTake: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                    };
                };
            };
            409: components["responses"]["Conflict"];
            default: components["responses"]["Unavailable"];
        };
    };
    workflowList: {
        parameters: {
            query?: {
                /** @description The `cursor` of the previous page. */
                cursor?: string;
                dir?: "asc" | "desc";
                /** @description Items per page, 1 to 100. */
                limit?: number;
                /** @description Case-insensitive substring of name or description. */
                search?: string;
                sort?: "createdAt" | "updatedAt" | "name" | "steps";
                status?: "active" | "disabled";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Page_WorkflowItem"];
                };
            };
            400: components["responses"]["Unreadable"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            default: components["responses"]["Unavailable"];
        };
    };
    workflowCreate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateWorkflow"];
            };
        };
        responses: {
            /** @description The call succeeded. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowDetail"];
                };
            };
            400: components["responses"]["Unreadable"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            default: components["responses"]["Unavailable"];
        };
    };
    workflowGet: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowDetail"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Unavailable"];
        };
    };
    workflowDelete: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Unavailable"];
        };
    };
    workflowUpdate: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `updatedAt` of the record that the change was made from, in quotes. When the record was changed since, nothing is changed and the answer is 412 with the record as it is now. */
                "If-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateWorkflow"];
            };
        };
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowView"];
                };
            };
            400: components["responses"]["Unreadable"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["ChangedMeanwhile"];
            422: components["responses"]["Invalid"];
            default: components["responses"]["Unavailable"];
        };
    };
    workflowDuplicate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowDetail"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Unavailable"];
        };
    };
    executionList: {
        parameters: {
            query?: {
                contactId?: string;
                /** @description The `cursor` of the previous page. */
                cursor?: string;
                /** @description Items per page, 1 to 100. */
                limit?: number;
                status?: components["schemas"]["ExecutionStatus"];
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExecutionPage"];
                };
            };
            400: components["responses"]["Unreadable"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            default: components["responses"]["Unavailable"];
        };
    };
    executionStart: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StartExecution"];
            };
        };
        responses: {
            /** @description The call succeeded. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExecutionView"];
                };
            };
            400: components["responses"]["Unreadable"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            default: components["responses"]["Unavailable"];
        };
    };
    executionGet: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                executionId: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExecutionDetail"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Unavailable"];
        };
    };
    executionCancel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                executionId: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExecutionItem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Unavailable"];
        };
    };
    executionCancelAll: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        cancelled: number;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Unavailable"];
        };
    };
    workflowReplaceGraph: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `updatedAt` of the record that the change was made from, in quotes. When the record was changed since, nothing is changed and the answer is 412 with the record as it is now. */
                "If-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReplaceGraph"];
            };
        };
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowDetail"];
                };
            };
            400: components["responses"]["Unreadable"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["ChangedMeanwhile"];
            422: components["responses"]["Invalid"];
            default: components["responses"]["Unavailable"];
        };
    };
    executionSimulate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SimulateWorkflow"];
            };
        };
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Simulation"];
                };
            };
            400: components["responses"]["Unreadable"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            default: components["responses"]["Unavailable"];
        };
    };
    executionStats: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowStats"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Unavailable"];
        };
    };
    workflowAddStep: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddStep"];
            };
        };
        responses: {
            /** @description The call succeeded. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StepView"];
                };
            };
            400: components["responses"]["Unreadable"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            default: components["responses"]["Unavailable"];
        };
    };
    workflowDeleteStep: {
        parameters: {
            query?: {
                /** @description `true`: link the steps around it to each other. */
                splice?: "true" | "false";
            };
            header?: never;
            path: {
                id: string;
                stepId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Unreadable"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            default: components["responses"]["Unavailable"];
        };
    };
    workflowUpdateStep: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                stepId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateStep"];
            };
        };
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StepView"];
                };
            };
            400: components["responses"]["Unreadable"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            default: components["responses"]["Unavailable"];
        };
    };
    workflowLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddTransition"];
            };
        };
        responses: {
            /** @description The call succeeded. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransitionView"];
                };
            };
            400: components["responses"]["Unreadable"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            default: components["responses"]["Unavailable"];
        };
    };
    workflowUnlink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                transitionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Unavailable"];
        };
    };
    workflowInsertStep: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                transitionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddStep"];
            };
        };
        responses: {
            /** @description The call succeeded. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StepView"];
                };
            };
            400: components["responses"]["Unreadable"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            default: components["responses"]["Unavailable"];
        };
    };
    workflowBulkUpdate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BulkUpdateWorkflows"];
            };
        };
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        deleted: number;
                    };
                };
            };
            400: components["responses"]["Unreadable"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            default: components["responses"]["Unavailable"];
        };
    };
    workflowFields: {
        parameters: {
            query?: {
                /** @description Adds the keys of this event's latest data. */
                eventName?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowFields"];
                };
            };
            400: components["responses"]["Unreadable"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            default: components["responses"]["Unavailable"];
        };
    };
}
