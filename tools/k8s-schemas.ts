/**
 * Checks the manifests named as arguments against the published schemas of Kubernetes. Prints one line for each problem, and last
 * how many objects it checked; exits 1 when there is a problem.
 */
import { readFileSync } from 'node:fs';
import { parseAllDocuments } from 'yaml';

interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
}
type ModelClass = new (manifest: Manifest) => { validate(): void };

let objects = 0;
let problems = 0;
for (const file of process.argv.slice(2)) {
  for (const document of parseAllDocuments(readFileSync(file, 'utf8'))) {
    const manifest = document.toJS() as Manifest;
    objects += 1;
    try {
      const Model = await modelOf(manifest);
      new Model(manifest).validate();
    } catch (error) {
      problems += 1;
      console.log(`${file}: ${manifest.kind} ${manifest.metadata.name}: ${(error as Error).message}`);
    }
  }
}
console.log(`${objects} objects`);
process.exitCode = problems > 0 ? 1 : 0;

async function modelOf({ apiVersion, kind }: Manifest): Promise<ModelClass> {
  const path = `kubernetes-models/${apiVersion}/${kind}`;
  const models = (await import(path)) as Record<string, ModelClass>;
  return models[kind]!;
}
