import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { parse as parseAddress, parseCIDR } from 'ipaddr.js';
import { parse, parseAllDocuments } from 'yaml';
import { readConfig, serviceSettings, type Settings } from '@waybill/bootstrap/config';
import { schemaOf, type ServiceName } from '@waybill/bootstrap/service-definition';
import { hasKubectl, overlays, render, sourcesHash } from './k8s';
import { heapLimit, memoryFlags, runScript } from './stack/process/memory';
import { billingSettings } from '../apps/billing/src/config';
import { contactsSettings } from '../apps/contacts/src/config';
import { deliverySettings } from '../apps/delivery/src/config';
import { domainVerifierSettings } from '../apps/domain-verifier/src/config';
import { gatewaySettings } from '../apps/gateway/src/config';
import { sendBodyLimit } from '../apps/gateway/src/edge/body/body-limit';
import { segmentsSettings } from '../apps/segments/src/config';
import { workflowEngineSettings } from '../apps/workflow-engine/src/config';

const root = join(__dirname, '..');
const services = Object.keys(schemaOf) as ServiceName[];
const load = (file: string): any => parse(readFileSync(join(root, file), 'utf8'), { merge: true });
const objectsOf = (text: string): any[] => parseAllDocuments(text).map((document) => document.toJS());
const loadAll = (file: string): any[] => objectsOf(readFileSync(join(root, file), 'utf8'));
const settingsOf: Record<ServiceName, Settings> = {
  gateway: gatewaySettings,
  contacts: contactsSettings,
  delivery: deliverySettings,
  'workflow-engine': workflowEngineSettings,
  segments: segmentsSettings,
  billing: billingSettings,
  'domain-verifier': domainVerifierSettings,
};
/** Reads what a service is given as the service does: throws for a missing or wrong value, and answers the unknown names. */
function unknownOf(service: ServiceName, env: Record<string, string>): string[] {
  const settings = { ...serviceSettings, ...settingsOf[service] };
  readConfig(settings, env);
  return Object.keys(env).filter((name) => !(name in settings));
}
/** The objects of a rendered overlay. */
const rendered = (overlay: string): any[] => loadAll(`k8s/rendered/${overlay}.yaml`);
const production = rendered('production');
const objectOf = (kind: string, name: string): any =>
  production.find((object) => object.kind === kind && object.metadata.name === name);
const podOf = (service: string): any => objectOf('Deployment', service).spec.template.spec;
/** A value that is good for a setting which comes from a Secret. */
const secretValues: Record<string, string> = {
  DATABASE_URL: 'postgres://a:b@c:5432/d',
  NATS_URL: 'nats://a:4222',
  SECRETS_KEY: Buffer.alloc(32).toString('base64'),
};
const envOf = ({ env = [] }: any): Record<string, string> =>
  Object.fromEntries(
    env.map(({ name, value, valueFrom }: any) => [name, valueFrom ? (secretValues[name] ?? 'first:secret') : value]),
  );
/** The Secret from which a container takes each variable. */
const secretsOf = ({ env = [] }: any): Record<string, string> =>
  Object.fromEntries(
    env.flatMap(({ name, valueFrom }: any) => (valueFrom ? [[name, valueFrom.secretKeyRef.name]] : [])),
  );
/** The secrets that come from a Secret or a file, beside the URLs of the stores, for what would else lie in the database. */
const ownSecrets: Partial<Record<ServiceName, string[]>> = {
  gateway: ['SESSION_SECRET', 'LINK_KEYS'],
  'domain-verifier': ['SECRETS_KEY'],
  'workflow-engine': ['SECRETS_KEY'],
};
const dockerfile = readFileSync(join(root, 'docker/Dockerfile'), 'utf8').replaceAll('\\\n', '');
/** Lines of the Dockerfile, stage by stage. */
const stages = dockerfile.split(/^(?=FROM )/m).map((stage) => stage.split('\n'));
const image = Object.fromEntries(
  [...dockerfile.match(/^ENV (.*)$/m)![1]!.matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [name, value]),
) as Record<string, string>;

const lockedPod = {
  automountServiceAccountToken: false,
  securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
};
const lockedContainer = {
  securityContext: { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } },
  resources: { requests: { cpu: expect.any(String) }, limits: { memory: expect.any(String) } },
};

/** What the check of schemas prints. */
function checkSchemas(files: string[]): string {
  const program = join(root, 'tools/k8s-schemas.ts');
  const { stdout, stderr } = spawnSync(process.execPath, [program, ...files], { encoding: 'utf8' });
  return stdout || stderr;
}
const inRange = (address: string, range: string): boolean => {
  const ip = parseAddress(address);
  const [network, bits] = parseCIDR(range);
  return ip.kind() === network.kind() && ip.match([network, bits]);
};
function choosesWorkflowEngine({ matchLabels = {}, matchExpressions = [] }: any): boolean {
  const labels: Record<string, string> = {
    'app.kubernetes.io/name': 'workflow-engine',
    'app.kubernetes.io/part-of': 'waybill',
  };
  return (
    Object.entries(matchLabels).every(([name, value]) => labels[name] === value) &&
    matchExpressions.every(({ key, values }: any) => values.includes(labels[key]))
  );
}

describe('what is rendered', () => {
  it.each(Object.keys(overlays))('%s was made from the files beside it (npm run k8s makes it)', (file) => {
    const text = readFileSync(join(root, 'k8s/rendered', file), 'utf8');
    expect(text.split('\n')[0]).toContain(sourcesHash());
    // Versions of kubectl write the same objects in other orders of keys.
    if (hasKubectl()) expect(objectsOf(text)).toEqual(objectsOf(render(file)));
  });

  it('keeps the published schemas of Kubernetes', () => {
    const files = Object.keys(overlays).map((file) => join(root, 'k8s/rendered', file));
    expect(checkSchemas(files)).toMatch(/^\d{3} objects\n$/);
    const broken = join(mkdtempSync(join(tmpdir(), 'waybill-k8s-')), 'broken.yaml');
    writeFileSync(broken, readFileSync(files[0]!, 'utf8').replace('containerPort: 9090', 'containerPort: "9090"'));
    expect(checkSchemas([broken])).toContain('Deployment billing');
    rmSync(dirname(broken), { recursive: true });
  });

  it.each(services)('migrates the schema of %s by a Job of its version that alone has the login for it', (service) => {
    for (const overlay of ['production', 'dev']) {
      const job = rendered(`${overlay}-migrate`).find(({ metadata }) => metadata.name === `migrate-${service}`);
      const pod = job.spec.template.spec;
      const [container] = pod.containers;
      const [deployment] = rendered(overlay).filter(
        ({ kind, metadata }) => kind === 'Deployment' && metadata.name === service,
      );
      expect(container).toMatchObject({ args: ['migrate'], ...lockedContainer });
      expect(container.image).toBe(deployment.spec.template.spec.containers[0].image);
      expect(secretsOf(container)).toEqual({ DATABASE_URL: 'waybill-migrate' });
      expect(pod).toMatchObject(lockedPod);
    }
    expect(JSON.stringify(podOf(service))).not.toContain('waybill-migrate');
  });

  it.each(services)('takes the secrets of %s from its own Secret and requires them', (service) => {
    const names = ['DATABASE_URL', 'NATS_URL', ...(ownSecrets[service] ?? [])];
    const own = Object.fromEntries(names.map((name) => [name, `waybill-${service}`]));
    expect(secretsOf(podOf(service).containers[0])).toEqual(own);
  });

  it('denies all traffic but what is named, and gives webhooks no route to private addresses', () => {
    const policies = production.filter(({ kind }) => kind === 'NetworkPolicy');
    const named = (name: string): any => policies.find(({ metadata }) => metadata.name === name).spec;
    const all = { matchLabels: { 'app.kubernetes.io/part-of': 'waybill' } };
    expect(named('waybill-deny')).toEqual({ podSelector: all, policyTypes: ['Ingress', 'Egress'] });
    expect(named('waybill-gateway').ingress).toEqual([{ ports: [{ port: 3000 }] }]);
    const forWebhooks = policies.filter(({ spec }) => choosesWorkflowEngine(spec.podSelector) && spec.egress);
    expect(forWebhooks.map(({ metadata }) => metadata.name).sort()).toEqual([
      'waybill-dns',
      'waybill-stores',
      'waybill-webhooks',
    ]);
    const [v4, v6] = named('waybill-webhooks').egress[0].to.map(({ ipBlock }: any) => ipBlock);
    const isOpen = (address: string): boolean => {
      const block = address.includes(':') ? v6 : v4;
      return inRange(address, block.cidr) && !block.except.some((range: string) => inRange(address, range));
    };
    const shut = ['10.1.2.3', '172.31.0.1', '192.168.1.1', '100.64.0.1', '169.254.169.254', '127.0.0.1', '0.0.0.0'];
    const shutV6 = ['::1', 'fd00:ec2::254', 'fe80::1', '::ffff:10.0.0.1', '64:ff9b::a00:1', '2002:a00:1::'];
    expect([...shut, ...shutV6].filter(isOpen)).toEqual([]);
    expect(['93.184.215.14', '2606:2800:21f:cb07::1'].filter(isOpen)).toHaveLength(2);
    expect(named('waybill-stores').egress[0].ports).toEqual([{ port: 5432 }, { port: 4222 }]);
  });

  it('scales every service by its load, and delivery also by the age of its queue', () => {
    for (const service of services) {
      const { scaleTargetRef, minReplicas, metrics } = objectOf('HorizontalPodAutoscaler', service).spec;
      expect(scaleTargetRef).toEqual({ apiVersion: 'apps/v1', kind: 'Deployment', name: service });
      expect(minReplicas).toBeGreaterThanOrEqual(2);
      expect(objectOf('Deployment', service).spec.replicas).toBeUndefined();
      const external = metrics.flatMap((metric: any) => metric.external?.metric.name ?? []);
      expect(external).toEqual(service === 'delivery' ? ['waybill_queue_oldest_seconds'] : []);
    }
  });

  it('lets every body that the gateway takes through the ingress', () => {
    const { annotations } = objectOf('Ingress', 'waybill').metadata;
    const megabytes = Number.parseInt(annotations['nginx.ingress.kubernetes.io/proxy-body-size'], 10);
    expect(megabytes * 1024 * 1024).toBeGreaterThan(sendBodyLimit);
  });

  it('names a version of every image', () => {
    const images = Object.keys(overlays).flatMap((file) =>
      [...readFileSync(join(root, 'k8s/rendered', file), 'utf8').matchAll(/image: (\S+)/g)].map(([, image]) => image!),
    );
    expect(images.filter((image) => !/:(\d+\.\d+|dev$)/.test(image))).toEqual([]);
  });
});

describe('what is deployed', () => {
  it('has a folder for every service and for nothing else', () => {
    const apps = readdirSync(join(root, 'apps')).filter((name) => !['cli', 'dashboard', 'e2e'].includes(name));
    expect(apps.sort()).toEqual([...services].sort());
    const deployments = production.filter(({ kind }) => kind === 'Deployment').map(({ metadata }) => metadata.name);
    expect(deployments.sort()).toEqual([...services].sort());
  });

  it.each(services)('runs %s on Kubernetes with probes on its operations port and no rights to spare', (service) => {
    const pod = podOf(service);
    const [container] = pod.containers;
    const portOf = (name: string) => String(container.ports.find((port: any) => port.name === name)?.containerPort);
    const env = envOf(container);
    expect(container.image).toBe(`images.example/waybill/${service}:0.1.0`);
    expect(portOf('ops')).toBe(env['OPS_PORT']);
    expect(portOf('http')).toBe(String(env['PORT']));
    const pause = Number(container.lifecycle?.preStop.exec.command[1] ?? 0);
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(Number(env['DRAIN_SECONDS']) + pause);
    expect(container.startupProbe.httpGet).toEqual({ path: '/health/ready', port: 'ops' });
    expect(container.readinessProbe.httpGet).toEqual({ path: '/health/ready', port: 'ops' });
    expect(container.livenessProbe.httpGet).toEqual({ path: '/health/live', port: 'ops' });
    expect(pod).toMatchObject(lockedPod);
    expect(container).toMatchObject(lockedContainer);
    expect(pod.serviceAccountName).toBe(service);
    expect(objectOf('ServiceAccount', service).automountServiceAccountToken).toBe(false);
    expect(pod.topologySpreadConstraints.map((constraint: any) => constraint.topologyKey)).toEqual([
      'kubernetes.io/hostname',
      'topology.kubernetes.io/zone',
    ]);
  });

  it.each(services)('gives %s a Service and a disruption budget that choose its pods', (service) => {
    const labels = objectOf('Deployment', service).spec.template.metadata.labels;
    const budget = objectOf('PodDisruptionBudget', service).spec;
    const { ports, selector } = objectOf('Service', service).spec;
    expect(labels).toMatchObject(budget.selector.matchLabels);
    expect(labels).toMatchObject(selector);
    expect(selector['app.kubernetes.io/name']).toBe(service);
    expect(budget.maxUnavailable).toBe(1);
    expect(ports.map((port: any) => port.targetPort)).toEqual(service === 'gateway' ? ['http', 'ops'] : ['ops']);
  });

  it('runs every service in compose, with the stores it needs and one public port on loopback', () => {
    const compose = load('docker/compose.yaml');
    const migrations = services.map((service) => `migrate-${service}`);
    const stores = ['nats', 'postgres', 'secrets'];
    expect(Object.keys(compose.services).sort()).toEqual([...services, ...migrations, ...stores].sort());
    for (const service of services) {
      const { build, depends_on, environment, ports, stop_grace_period } = compose.services[service];
      const migration = compose.services[`migrate-${service}`];
      expect(build).toBeUndefined();
      expect(migration.build.args).toEqual({ SERVICE: service, VERSION: '${VERSION:-dev}' });
      expect(compose.services[service].image).toBe(migration.image);
      expect(depends_on[`migrate-${service}`]).toEqual({ condition: 'service_completed_successfully' });
      expect(Number.parseInt(stop_grace_period)).toBeGreaterThan(serviceSettings.DRAIN_SECONDS.fallback!);
      expect(environment).toMatchObject({ OPS_PORT: '9090' });
      expect(ports).toEqual(service === 'gateway' ? ['127.0.0.1:3000:3000'] : undefined);
    }
    for (const store of stores) expect(compose.services[store].image).toMatch(/:\d+\.\d+/);
  });

  it.each(services)('gives %s in compose its own secrets as files, and those of no other reader', (service) => {
    const compose = load('docker/compose.yaml');
    const mounted = (name: string): string[] =>
      compose.services[name].volumes.filter((volume: string) => volume.startsWith('secrets-'));
    expect(mounted(service)).toEqual([`secrets-${service}:/run/secrets:ro`]);
    expect(mounted(`migrate-${service}`)).toEqual(['secrets-migrate:/run/secrets:ro']);
    const files = Object.entries(compose.services[service].environment).filter(([name]) => name.endsWith('_FILE'));
    const names = ['DATABASE_URL', 'NATS_URL', ...(ownSecrets[service] ?? [])];
    expect(Object.fromEntries(files)).toEqual(
      Object.fromEntries(names.map((name) => [`${name}_FILE`, `/run/secrets/${name}`])),
    );
  });

  it.each(services)(
    'gives %s the settings that it needs, each known and good, in compose and on Kubernetes',
    (service) => {
      const { environment } = load('docker/compose.yaml').services[service];
      const given = JSON.parse(JSON.stringify(environment).replace(/\$\{\w+(?::[?-]([^}]*))?\}/g, '$1'));
      const fromFiles = Object.entries(given).map(([name, value]) =>
        name.endsWith('_FILE') ? [name.slice(0, -5), secretValues[name.slice(0, -5)] ?? 'first:secret'] : [name, value],
      );
      expect(unknownOf(service, Object.fromEntries(fromFiles))).toEqual([]);
      const [container] = podOf(service).containers;
      const names = container.envFrom.flatMap(({ configMapRef }: any) => configMapRef?.name ?? []);
      const maps = production.filter(({ kind, metadata }) => kind === 'ConfigMap' && names.includes(metadata.name));
      const data = Object.assign({}, ...maps.map((map) => map.data));
      expect(unknownOf(service, { ...data, ...envOf(container) })).toEqual([]);
      expect(container.envFrom).toContainEqual({ secretRef: { name: `waybill-${service}` } });
    },
  );

  it('keeps pictures: on a volume that the image lets the service write, or, where no folder is shared, in a bucket', () => {
    const folder = image['UPLOAD_DIR'];
    expect(dockerfile).toContain(`RUN install -d -o node -g node ${folder}\n`);
    const { services: composed, volumes } = load('docker/compose.yaml');
    expect(composed.gateway.volumes).toContain(`uploads:${folder}`);
    expect(Object.keys(volumes)).toContain('uploads');
    const settings = production.find(({ metadata }) => metadata.name.startsWith('waybill-gateway-'));
    expect(settings.data.S3_BUCKET).toBeTruthy();
  });

  it('copies into the image only what is there and what .dockerignore lets through, for the Node of the lockfile', () => {
    const passed = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n');
    const sources = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, names]) => names!.split(' '));
    expect(sources).toEqual(expect.arrayContaining(['package-lock.json', 'apps', 'libs', 'tools', 'LICENSE']));
    expect(sources.filter((name) => !existsSync(join(root, name)) || !passed.includes(`!${name}`))).toEqual([]);
    const [major] = load('package.json').devDependencies.node.split('.');
    expect([...dockerfile.matchAll(/node:(\d+)-slim/g)].map(([, version]) => version)).toEqual([major, major]);
    expect(Object.keys(image).filter((name) => !(name in { ...serviceSettings, ...gatewaySettings }))).toEqual([
      'NODE_ENV',
    ]);
    expect(stages.at(-1)).toEqual(
      expect.arrayContaining(['USER node', `EXPOSE ${image['PORT']} ${image['OPS_PORT']}`]),
    );
  });

  it('installs packages once for the images of all services, and gives each only those that it loads, with their list', () => {
    const named = (name: string): string[] => stages.find(([from]) => from!.endsWith(` AS ${name}`))!;
    expect(named('packages')).toEqual(expect.arrayContaining(['RUN npm ci']));
    expect(named('packages')).not.toContain('ARG SERVICE');
    expect(stages.flat().filter((line) => line.includes('npm ci'))).toHaveLength(1);
    const runtime = named('runtime').join('\n');
    expect(runtime).toMatch(/service-packages\.ts "\$SERVICE".*npm prune --omit=dev.*npm sbom --sbom-format cyclonedx/);
    expect(stages.at(-1)).toEqual(
      expect.arrayContaining([
        'COPY --from=runtime /src/node_modules node_modules',
        'COPY --from=runtime /src/sbom.json ./',
      ]),
    );
    expect(stages.at(-1)!.filter((line) => line.includes('npm'))).toEqual([]);
  });

  it('waits in compose for the database itself, not for the server that only makes it, which takes no connections', () => {
    const { healthcheck } = load('docker/compose.yaml').services.postgres;
    expect(healthcheck.test[1]).toMatch(/^pg_isready -h 127\.0\.0\.1 /);
  });

  it('starts every container with the memory that its service may take, and nothing else does', () => {
    expect(dockerfile).toMatch(/^ENTRYPOINT \["sh", "run\.sh"\]$/m);
    const compose = load('docker/compose.yaml');
    for (const service of services) {
      expect(compose.services[service]).not.toHaveProperty('entrypoint');
      // An image decides for itself: a command of its own would start it with another memory.
      for (const { command, env = [] } of podOf(service).containers) {
        expect(command).toBeUndefined();
        expect(env.map(({ name }: any) => name)).not.toContain('NODE_OPTIONS');
      }
    }
  });

  it.each(services)('leaves %s room below the limit of its container beside a full heap', (service) => {
    const megabytes = (limit: string): number => Number(/^(\d+)(Mi|m)$/.exec(limit)![1]);
    const { resources } = podOf(service).containers[0];
    const besides = 64;
    expect(heapLimit(service) + besides).toBeLessThanOrEqual(megabytes(resources.limits.memory));
    expect(heapLimit(service) + besides).toBeLessThanOrEqual(
      megabytes(load('docker/compose.yaml').services[service].mem_limit),
    );
  });

  it.each(services)('runs %s by a script, in its own process, with its arguments', async (service) => {
    const folder = mkdtempSync(join(tmpdir(), 'waybill-run-'));
    try {
      const tell = `const { heap_size_limit } = require('node:v8').getHeapStatistics();
        console.log(JSON.stringify([process.pid, process.execArgv, process.argv.slice(2), heap_size_limit / 2 ** 20]));`;
      writeFileSync(join(folder, 'main.js'), tell);
      writeFileSync(join(folder, 'run.sh'), runScript(service));
      const path = `${dirname(process.execPath)}:${process.env['PATH']}`;
      const child = spawn('sh', [join(folder, 'run.sh'), 'migrate', 'a b'], { env: { PATH: path }, cwd: '/' });
      const [output] = await Promise.all([text(child.stdout), once(child, 'exit')]);
      const [pid, flags, words, limit] = JSON.parse(output);
      expect([pid, flags, words]).toEqual([child.pid, memoryFlags(service), ['migrate', 'a b']]);
      expect(Math.abs(limit - heapLimit(service))).toBeLessThan(2);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('keeps secrets out of the manifests', () => {
    const files = readdirSync(join(root, 'k8s'), { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.yaml'),
    );
    const kinds = files.flatMap((file) => loadAll(join('k8s', file)).map((document) => document.kind));
    expect(kinds).not.toContain('Secret');
  });
});
