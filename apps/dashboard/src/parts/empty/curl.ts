/** A call of the API as a command for a shell, with the secret key of the project named by a variable. */
export function curlOf(method: string, path: string, body?: unknown, key = '$WAYBILL_SECRET_KEY'): string {
  const lines = [`curl ${method === 'GET' ? '' : `-X ${method} `}${window.location.origin}${path}`];
  lines.push(`  -H "Authorization: Bearer ${key}"`);
  if (body !== undefined) {
    const quoted = JSON.stringify(body, null, 2).replaceAll("'", String.raw`'\''`);
    lines.push("  -H 'Content-Type: application/json'", `  -d '${quoted}'`);
  }
  return lines.join(' \\\n');
}
