// The mailbox page: reads /mailbox/messages, writes text only through textContent.
'use strict';

const pageSize = 50;
const refreshEvery = 3000;
const views = ['html', 'text', 'headers', 'source'];

const element = (id) => document.getElementById(id);
const list = element('list');

let items = [];
let cursor;
let hasMore = false;
let total = 0;
let chosen = null;
let wanted = '';
let question = 0;

async function fetchJson(path, options) {
  const response = await fetch(path, options);
  if (response.status === 204) return null;
  const body = await response.json();
  if (!response.ok) throw new Error(body.error ? body.error.message : `The server answered ${response.status}`);
  return body;
}

function pagePath(from) {
  const query = new URLSearchParams({ limit: String(pageSize) });
  if (wanted) query.set('search', wanted);
  if (from) query.set('cursor', from);
  return `/mailbox/messages?${query}`;
}

// The newest page replaces the head of the list; what was loaded below it stays.
async function refresh() {
  const asked = ++question;
  try {
    const page = await fetchJson(pagePath());
    if (asked !== question) return;
    const last = page.data.at(-1);
    const seam = last && page.hasMore ? items.findIndex((item) => item.id === last.id) : -1;
    if (seam >= 0 && items.length > seam + 1) items = page.data.concat(items.slice(seam + 1));
    else ({ data: items, cursor, hasMore } = page);
    total = page.total;
    drawList();
  } catch (error) {
    if (asked === question) trouble(error);
  }
}

async function showOlder() {
  element('more').disabled = true;
  try {
    const page = await fetchJson(pagePath(cursor));
    const known = new Set(items.map((item) => item.id));
    const firstNew = items.length;
    items = items.concat(page.data.filter((item) => !known.has(item.id)));
    ({ cursor, hasMore } = page);
    drawList();
    list.children[firstNew]?.querySelector('button').focus();
  } catch (error) {
    trouble(error);
  }
  element('more').disabled = false;
}

function trouble(error) {
  const status = element('status');
  status.textContent = `Cannot load messages: ${error.message}`;
  status.classList.add('trouble');
}

function say(text) {
  const status = element('status');
  status.classList.remove('trouble');
  if (status.textContent !== text) status.textContent = text;
}

function drawList() {
  const focused = document.activeElement?.dataset?.id;
  const rows = new Map([...list.children].map((row) => [row.firstChild.dataset.id, row]));
  const wantedRows = items.map((item) => rows.get(item.id) ?? rowOf(item));
  list.replaceChildren(...wantedRows);
  for (const row of wantedRows) {
    const button = row.firstChild;
    button.setAttribute('aria-current', String(button.dataset.id === chosen));
    const time = button.querySelector('time');
    time.textContent = ago(new Date(time.dateTime));
  }
  if (focused) list.querySelector(`[data-id="${focused}"]`)?.focus({ preventScroll: true });
  const nothing = items.length === 0 && !wanted;
  element('empty').hidden = !nothing;
  element('main').classList.toggle('bare', nothing);
  element('more').hidden = !hasMore;
  element('clear').disabled = nothing;
  if (nothing) say('The mailbox is empty. New mail appears here by itself.');
  else if (items.length === 0) say(`Nothing found for “${wanted}”`);
  else say(`${total} ${total === 1 ? 'message' : 'messages'}${wanted ? ` for “${wanted}”` : ''}`);
}

function rowOf(item) {
  const row = document.createElement('li');
  const button = document.createElement('button');
  button.type = 'button';
  button.dataset.id = item.id;
  const time = part('time', '', '');
  time.dateTime = item.receivedAt;
  time.title = new Date(item.receivedAt).toLocaleString();
  button.append(part('strong', 'to', item.to), time, part('span', 'subject', item.subject || '(no subject)'));
  button.append(part('span', 'from', `from ${item.from}`));
  button.addEventListener('click', () => open(item.id));
  row.append(button);
  return row;
}

function part(name, className, text) {
  const made = document.createElement(name);
  made.className = className;
  made.textContent = text;
  return made;
}

function ago(date) {
  const seconds = Math.max(0, (Date.now() - date.getTime()) / 1000);
  if (seconds < 10) return 'now';
  if (seconds < 60) return `${Math.floor(seconds)} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`;
  if (seconds < 86400) return `${Math.floor(seconds / 3600)} h`;
  return date.toLocaleDateString();
}

function open(id) {
  if (location.hash !== `#${id}`) location.hash = id;
  else void show(id);
}

async function show(id) {
  chosen = id;
  drawList();
  let message;
  try {
    message = await fetchJson(`/mailbox/messages/${encodeURIComponent(id)}`);
  } catch (error) {
    return trouble(error);
  }
  if (chosen !== id) return;
  fill(message);
  element('none').hidden = true;
  element('message').hidden = false;
  element('main').classList.add('reading');
  document.title = `${message.subject || '(no subject)'} · Mailbox · Waybill`;
}

function fill(message) {
  const header = (name) => message.headers.find((entry) => entry.name.toLowerCase() === name)?.value;
  element('subject').textContent = message.subject || '(no subject)';
  element('from').textContent = header('from') ?? message.from;
  element('to').textContent = header('to') ?? message.to;
  element('received').textContent = new Date(message.receivedAt).toLocaleString();
  element('received').dateTime = message.receivedAt;
  element('email-id').textContent = message.emailId;
  element('download').href = `/mailbox/messages/${message.id}/eml`;
  element('text').textContent = message.text ?? '';
  element('source').textContent = message.source;
  element('headers').replaceChildren(
    ...message.headers.map(({ name, value }) => {
      const row = document.createElement('tr');
      const title = part('th', '', name);
      title.scope = 'row';
      row.append(title, part('td', '', value));
      return row;
    }),
  );
  element('tab-html').disabled = message.html === null;
  element('tab-text').disabled = message.text === null;
  const frame = element('frame');
  if (message.html === null) frame.removeAttribute('src');
  else frame.src = `/mailbox/messages/${message.id}/html`;
  if (element(`tab-${view}`).disabled) choose(message.html === null ? 'text' : 'html');
}

let view = 'html';

function choose(name) {
  view = name;
  for (const each of views) {
    const on = each === name;
    element(`tab-${each}`).setAttribute('aria-selected', String(on));
    element(`tab-${each}`).tabIndex = on ? 0 : -1;
    element(`view-${each}`).hidden = !on;
  }
}

function close() {
  const last = chosen;
  chosen = null;
  element('message').hidden = true;
  element('none').hidden = false;
  element('main').classList.remove('reading');
  document.title = 'Mailbox · Waybill';
  drawList();
  if (last) list.querySelector(`[data-id="${last}"]`)?.focus();
}

function leave() {
  history.pushState(null, '', location.pathname);
  close();
}

function route() {
  const id = location.hash.slice(1);
  if (/^[0-9a-f-]{36}$/i.test(id)) void show(id);
  else close();
}

function step(by) {
  const buttons = [...list.querySelectorAll('button')];
  const at = buttons.findIndex((button) => button === document.activeElement);
  const from = at >= 0 ? at : buttons.findIndex((button) => button.dataset.id === chosen);
  const next = buttons[Math.min(buttons.length - 1, Math.max(0, from + by))];
  next?.focus();
  next?.scrollIntoView({ block: 'nearest' });
  return next;
}

function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || element('confirm').open) return;
  const typing = event.target === element('search');
  if (typing && event.key !== 'ArrowDown') return;
  if (event.key === 'Escape' && chosen) return leave();
  if (event.key === '/') {
    event.preventDefault();
    return element('search').focus();
  }
  const inList = typing || list.contains(document.activeElement) || document.activeElement === document.body;
  const by = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }[event.key];
  if (!by || !inList) return;
  event.preventDefault();
  const next = step(by);
  if (next && chosen && matchMedia('(min-width: 761px)').matches) open(next.dataset.id);
}

function onTabKey(event) {
  const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!by) return;
  const usable = views.filter((name) => !element(`tab-${name}`).disabled);
  const next = usable[(usable.indexOf(view) + by + usable.length) % usable.length];
  choose(next);
  element(`tab-${next}`).focus();
}

function exampleRequest() {
  return [
    `curl ${location.origin}/v1/send \\`,
    "  -H 'Authorization: Bearer <your sk_ key>' \\",
    "  -H 'Content-Type: application/json' \\",
    `  -d '{"to":"ada@example.com","from":"hello@<your domain>","subject":"Hello","body":"<h1>It works</h1>"}'`,
  ].join('\n');
}

async function clearAll() {
  element('confirm').close();
  try {
    await fetchJson('/mailbox/messages', { method: 'DELETE' });
    history.replaceState(null, '', location.pathname);
    close();
    await refresh();
  } catch (error) {
    trouble(error);
  }
}

let typed;
element('search').addEventListener('input', () => {
  clearTimeout(typed);
  typed = setTimeout(() => {
    wanted = element('search').value.trim();
    items = [];
    void refresh();
  }, 200);
});
for (const name of views) element(`tab-${name}`).addEventListener('click', () => choose(name));
element('tab-html').parentElement.addEventListener('keydown', onTabKey);
element('more').addEventListener('click', () => void showOlder());
element('back').addEventListener('click', leave);
element('clear').addEventListener('click', () => element('confirm').showModal());
element('confirm-no').addEventListener('click', () => element('confirm').close());
element('confirm-yes').addEventListener('click', () => void clearAll());
element('curl').textContent = exampleRequest();
element('copy').addEventListener('click', async () => {
  await navigator.clipboard.writeText(exampleRequest());
  element('copy').textContent = 'Copied';
});
document.addEventListener('keydown', onKey);
document.addEventListener('visibilitychange', () => document.hidden || void refresh());
addEventListener('hashchange', route);
addEventListener('popstate', route);
setInterval(() => document.hidden || void refresh(), refreshEvery);

choose('html');
void refresh().then(route);
