import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { ApiError, WaybillError, type Waybill } from '@waybill/sdk/index';
import { version } from '../../package.json';
import { readTools } from './read-tools';
import { withoutSecrets } from './redact';
import type { Tool } from './tool';
import { writeTools } from './write-tools';

/** Characters of an answer: more would push the rest of a conversation out of an assistant's context. */
const longestAnswer = 100_000;

/** Serves the project over stdio until the assistant closes its end. */
export async function serve(waybill: Waybill, { mayWrite }: { mayWrite: boolean }): Promise<void> {
  const server = new McpServer({ name: 'waybill', version });
  for (const tool of mayWrite ? [...readTools, ...writeTools] : readTools) register(server, tool, waybill);
  const transport = new StdioServerTransport();
  const closed = new Promise<void>((resolve) => (server.server.onclose = resolve));
  // The transport of the library does not notice that the assistant is gone.
  process.stdin.once('end', () => void server.close());
  await server.connect(transport);
  await closed;
}

function register(server: McpServer, tool: Tool, waybill: Waybill): void {
  const { name, description, input: inputSchema, writes } = tool;
  const annotations = { readOnlyHint: !writes, destructiveHint: writes, openWorldHint: writes };
  server.registerTool(name, { description, inputSchema, annotations }, async (input: unknown) => {
    try {
      return answerOf(await tool.run(waybill, input as never));
    } catch (error) {
      if (error instanceof WaybillError) return { ...answerOf(problemOf(error)), isError: true };
      throw error;
    }
  });
}

function answerOf(value: unknown): CallToolResult {
  const text = JSON.stringify(withoutSecrets(value));
  const shown = text.length > longestAnswer ? `${text.slice(0, longestAnswer)}… (cut: ask for less)` : text;
  return { content: [{ type: 'text', text: shown }] };
}

function problemOf(error: WaybillError): object {
  const { message } = error;
  if (!(error instanceof ApiError)) return { message };
  const { code, suggestion, fields, requestId } = error;
  return { code, message, suggestion, fields, requestId };
}
