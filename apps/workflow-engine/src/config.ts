/** Settings of the workflow-engine service beside those of every service: none yet. */
export const workflowEngineSettings = {};
