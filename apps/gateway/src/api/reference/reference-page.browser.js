// Shows the description of the HTTP interface. A key that is entered stays in the page.
window.SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'none',
  filter: true,
  defaultModelsExpandDepth: 0,
  requestSnippetsEnabled: true,
  requestSnippets: { generators: { curl_bash: { title: 'curl', syntax: 'bash' } } },
  validatorUrl: null,
});
