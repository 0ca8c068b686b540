import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { makeProject, putFile, runCommand } from '../builders/run-command.ts';
import { openTerminal, type Terminal, type TerminalOptions } from '../builders/terminal.ts';

// A decision made at a terminal can be undone for five seconds; nothing can be hurried.
vi.setConfig({ testTimeout: 90_000 });

const plan = '# Export orders as CSV\n\n1. Choose the columns.\n2. Stream the rows.\n3. Test with 10 000 orders.\n';
const approvedText = 'Plan approved. Proceed with implementation following the approved plan.';
const planFile = 'plan.md';
const menu = '[A] Approve   [N] Approve with notes   [R] Request changes   [S] Stop';

/** A project with a plan, and `review` waiting for a key in a terminal. */
interface AtTerminal {
  readonly folder: string;
  readonly terminal: Terminal;
  /** Runs the command elsewhere and gives the first object it prints. */
  ask(...args: readonly string[]): Promise<Record<string, unknown>>;
}

async function review(text: string = plan, env: TerminalOptions['env'] = {}): Promise<AtTerminal> {
  const folder = await makeProject({ [planFile]: text });
  const ask = async (...args: readonly string[]): Promise<Record<string, unknown>> => {
    const { stdout } = await runCommand([...args, '--json'], { cwd: folder });
    return JSON.parse(stdout.split('\n')[0] || '{}');
  };
  const terminal = await openTerminal(['review', planFile], { cwd: folder, env });
  await terminal.until(menu);
  return { folder, terminal, ask };
}

describe('a person at a terminal', () => {
  test('reads the plan and approves it with two keys', async () => {
    const { terminal, ask } = await review();
    const screen = await terminal.until(menu);

    await terminal.press('a');
    await terminal.until('[Enter] Approve');
    await terminal.press('Enter');
    await terminal.until('[U] Undo');

    expect(screen).toContain('Choose the columns.');
    expect(await terminal.until('exit ')).toContain('exit 0');
    expect(await ask('history')).toMatchObject({
      outcome: 'approved',
      decision: { assurance: 'local', surface: 'terminal' },
      delivery: { status: 'delivered' },
    });
  });

  test('approves with notes, having read what the agent will read', async () => {
    const { terminal, ask } = await review();

    await terminal.press('n');
    await terminal.until('Notes for the agent');
    await terminal.write('keep the old endpoint');
    await terminal.press('Enter');
    await terminal.write('for one release');
    await terminal.press('Enter', 'C-d');
    const preview = await terminal.until('[Enter] Send');
    await terminal.press('Enter');

    expect(preview).toContain(approvedText);
    expect(await terminal.until('exit ')).toContain('exit 0');
    expect(await ask('history')).toMatchObject({ decision: { feedback: 'keep the old endpoint\nfor one release' } });
  });

  test('leaves for later, finds what was typed again, and requests changes with it', async () => {
    const { folder, terminal, ask } = await review();
    await terminal.press('r');
    await terminal.until('What should change?');
    await terminal.write('Use COPY, 漢字 and all');
    await terminal.press('Escape');
    await terminal.until('Not sent yet: a text of 20 characters.');
    await terminal.press('l');
    expect(await terminal.until('exit ')).toContain('exit 4');

    const later = await openTerminal(['review', planFile], { cwd: folder });
    await later.until('Not sent yet');
    await later.press('r');
    await later.until('Use COPY, 漢字 and all');
    await later.press('C-d');
    await later.until('[Enter] Send');
    await later.press('Enter');

    expect(await later.until('exit ')).toContain('exit 2');
    expect(await ask('history')).toMatchObject({ revision: 1, decision: { feedback: 'Use COPY, 漢字 and all' } });
  });

  test('undoes a decision in time, and the plan waits again', async () => {
    const { terminal, ask } = await review();

    await terminal.press('s');
    await terminal.until('[Enter] Stop');
    await terminal.press('Enter');
    await terminal.until('[U] Undo');
    await terminal.press('u');
    await terminal.until('Undone.');
    await terminal.press('C-c');

    expect(await terminal.until('exit ')).toContain('exit 4');
    expect(await ask('list')).toMatchObject({ outcome: 'waiting', decision: null });
  });

  test('stops the run', async () => {
    const { terminal } = await review();

    await terminal.press('s');
    await terminal.until('[Enter] Stop');
    await terminal.press('Enter');

    expect(await terminal.until('exit ')).toContain('exit 3');
  });

  test('who presses Ctrl-C decides nothing, and what was typed is kept', async () => {
    const { terminal, ask } = await review();

    await terminal.press('r');
    await terminal.until('What should change?');
    await terminal.write('half a thought');
    await terminal.until('half a thought');
    await terminal.press('C-c');

    expect(await terminal.until('exit ')).toContain('exit 4');
    const { reviewId } = await ask('list');
    expect(await ask('show', String(reviewId))).toMatchObject({
      outcome: 'waiting',
      drafts: [{ text: 'half a thought' }],
    });
  });

  test('comments on lines in an editor, and the comments go with the request for changes', async () => {
    const editor = '#!/bin/sh\nsed -i "s/^4 | .*/&\\nUse COPY./; s/10 000/50 000/" "$1"\n';
    const folder = await makeProject({ [planFile]: plan, 'editor.sh': editor });
    await chmod(join(folder, 'editor.sh'), 0o755);
    const terminal = await openTerminal(['review', planFile], {
      cwd: folder,
      env: { EDITOR: join(folder, 'editor.sh') },
    });
    await terminal.until(menu);

    await terminal.press('c');
    await terminal.until('Not sent yet: 2 comments.');
    await terminal.press('r');
    await terminal.until('2 comments on lines will go with it.');
    await terminal.press('C-d');
    const preview = await terminal.until('[Enter] Send');
    await terminal.press('Enter');

    expect(preview).toContain('C1 · must · line 4 · under "Export orders as CSV"');
    expect(preview).toContain('+ 3. Test with 50 000 orders.');
    expect(await terminal.until('exit ')).toContain('exit 2');
  });
});

describe('the terminal', () => {
  test('takes one key at a time: a pasted text approves nothing', async () => {
    const { terminal, ask } = await review();

    await terminal.write('a\r\ra\r');
    await terminal.until('[Enter] Approve');
    await terminal.press('Escape');
    await terminal.press('C-c');

    expect(await terminal.until('exit ')).toContain('exit 4');
    expect(await ask('list')).toMatchObject({ outcome: 'waiting' });
  });

  test('goes on by itself when the plan is decided elsewhere', async () => {
    const { terminal, ask } = await review();
    const { reviewId, planSha256 } = await ask('list');

    await ask('approve', String(reviewId), '--sha256', String(planSha256));

    const screen = await terminal.until('exit ');
    expect(screen).toContain('exit 0');
    expect(screen).toContain('(local, command)');
  });

  test('refuses to approve a file that changed, and takes the new text as the next revision', async () => {
    const { folder, terminal, ask } = await review();
    await putFile(folder, planFile, plan.replace('10 000', '50 000'));

    await terminal.press('a');
    await terminal.until('[Enter] Approve');
    await terminal.press('Enter');
    await terminal.until('[F] Take the changed file');
    await terminal.press('f');
    await terminal.until('+3. Test with 50 000 orders.');
    await terminal.until('[D] Changes since r1');
    await terminal.press('a');
    await terminal.until('revision 2');
    await terminal.press('Enter');

    expect(await terminal.until('exit ')).toContain('exit 0');
    expect(await ask('history')).toMatchObject({ revision: 1, outcome: 'changed' });
    expect(await ask('list', '--all')).toMatchObject({ revision: 2, outcome: 'approved' });
  });

  test('shows a long plan in a pager, whole', async () => {
    const steps = Array.from({ length: 200 }, (_, index) => `${index + 1}. Step number ${index + 1}.`);
    const folder = await makeProject({ [planFile]: `# Long\n\n${steps.join('\n')}\n` });
    const terminal = await openTerminal(['review', planFile], { cwd: folder, env: { PAGER: 'cat' } });

    await terminal.until('Step number 200.');
    expect(await terminal.until(menu)).toContain('Step number 200.');
    await terminal.press('C-c');
    await terminal.until('exit 4');
  });

  test('is sent no control sequence of a plan', async () => {
    const { terminal } = await review('# Plan \u001b]0;owned\u0007\n\n\u001b[31mred\u001b[0m and \u202eover\n');
    const looks = await terminal.readLooks();

    expect(await terminal.readTitle()).not.toContain('owned');
    expect(looks).toContain('␛[31mred');
    await terminal.press('C-c');
    await terminal.until('exit 4');
  });

  test('has no colours with NO_COLOR', async () => {
    const { terminal } = await review(plan, { NO_COLOR: '1' });

    expect(await terminal.readLooks()).not.toContain('\u001b[');
    await terminal.press('C-c');
    await terminal.until('exit 4');
  });
});

test('approve asks before it approves', async () => {
  const folder = await makeProject({ [planFile]: plan });
  await runCommand(['review', planFile], { cwd: folder });
  const listed = await runCommand(['list', '--json'], { cwd: folder });
  const { reviewId } = JSON.parse(listed.stdout);

  const first = await openTerminal(['approve', reviewId], { cwd: folder });
  expect(await first.until('[Enter] Approve')).toContain('SHA-256');
  await first.press('Escape');
  expect(await first.until('exit ')).toContain('exit 1');
  const second = await openTerminal(['approve', reviewId], { cwd: folder });
  await second.until('[Enter] Approve');
  await second.press('Enter');

  expect(await second.until('exit ')).toContain('exit 0');
});
