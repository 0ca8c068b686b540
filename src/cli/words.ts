/** One and many of a thing, as English says it. */
function count(number: number, one: string, many: string = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}

function ago(number: number, unit: string): string {
  return `${count(number, unit)} ago`;
}

/** What a sentence about a review needs. */
interface Shown {
  readonly title: string;
  readonly revision: string;
  readonly status: string;
}

/** Every word the command says to people, in English. Another language is another object of this shape. */
export const words = {
  help: {
    description: "Puts an agent's plan before a person, and gives the agent the answer.",
    review: 'put a plan up for review; in a terminal, read it and decide',
    wait: 'wait for the decision on a review',
    list: 'list the plans that wait',
    show: 'show a plan',
    diff: 'show what changed since another revision',
    approve: 'approve a plan',
    reject: 'ask for changes, or let the agent wait',
    stop: "reject a plan and end the agent's run",
    undo: 'take back a decision made on the page or in the review, within its 5 s',
    history: 'show every revision of a plan and what was decided',
    serve: 'show the plans on a page in the browser',
    target: 'a Markdown file in the project, or the id of a review (or its beginning)',
    id: 'the id of a review, or its beginning',
    plan: "a plan's file, or the id of a plan or a review",
    stdin: 'read the text from stdin',
    sameBytes: `A file whose bytes wait already is not put up twice, and an answer that nobody has fetched yet is
given at once. Else it is put up as the next revision of its plan.`,
    waitOption: 'wait for the decision, without end or so many seconds',
    timeoutOption: 'give up after so many seconds; the plan goes on waiting',
    webOption: 'decide on a page in the browser',
    noOpenOption: 'open no browser; the address is printed',
    portOption: 'the port of the page; when it is taken, another',
    hostOption: 'the address to listen on; default 127.0.0.1, this machine only',
    allOption: 'also those that were decided or closed',
    printOption: 'print all at once, without a pager',
    baseOption: 'the review to compare with; default: the revision before',
    notesOption: 'notes for the agent',
    notesFileOption: 'read the notes from a file, or from stdin with -',
    feedbackOption: 'what should change',
    fileOption: 'read the feedback from a file, or from stdin with -',
    reasonOption: 'why, for the agent',
    shaOption: "the beginning of the plan's SHA-256 that you saw, at least 8 digits",
    json: 'print data as JSON, one object a line',
    dir: "the project's folder; default: the nearest parent with .countersign, else with .git",
    version: 'print the version',
    helpOption: 'show help',
    examples: `From a shell, an agent says: countersign review PLAN.md --wait`,
    exitCodes: `Exit codes of review and wait: 0 approved, 2 rejected, 3 stopped, 4 still waiting, 5 the plan changed, 6 expired.
Others: 0 done, 1 failed, 64 wrong words.`,
  },
  outcome: {
    approved: 'approved',
    rejected: 'changes requested',
    stopped: 'stopped',
    waiting: 'waiting',
    changed: 'replaced',
    expired: 'expired',
    aborted: 'aborted',
  },
  meaning: {
    approved: 'The plan was approved as submitted.',
    rejected: 'The plan was not approved.',
    stopped: 'The plan was not approved; the reviewer ended the work on it.',
    waiting: 'Nobody has decided yet. This is not an approval.',
    changed: 'The plan changed under its review. This is not an approval.',
    expired: 'The time for a decision is over. This is not an approval.',
    aborted: 'The run that waited was ended. This is not an approval.',
  },
  review: {
    somebody: 'somebody',
    author: (name: string, assurance: string, surface: string): string => `${name} (${assurance}, ${surface})`,
    unread: 'not read yet',
    notRead: 'Nobody has read this plan, and its file cannot be read here.',
    revisionOf: (revision: string, all: number): string => (all > 1 ? `${revision} of ${all}` : revision),
    commentCount: (number: number): string => count(number, 'comment'),
  },
  fields: {
    title: 'Plan',
    status: 'Status',
    revision: 'Revision',
    path: 'Path',
    file: 'File',
    sha256: 'SHA-256',
    source: 'From',
    submitted: 'Submitted',
    decidedBy: 'Decided by',
    feedback: 'Feedback',
    delivery: 'Delivery',
    replacedBy: 'Replaced by',
    review: 'Review',
  },
  fileState: {
    same: 'as submitted',
    changed: 'changed since it was submitted',
    missing: 'gone, or no longer readable',
    unseen: 'not visible from here',
  },
  age: {
    days: (number: number): string => ago(number, 'day'),
    hours: (number: number): string => ago(number, 'hour'),
    minutes: (number: number): string => `${number} min ago`,
    seconds: (number: number): string => `${number} s ago`,
  },
  delivery: {
    held: (until: string): string => `can be undone until ${until}`,
    delivered: (agent: string): string => `delivered to ${agent}`,
    refused: (reason: string): string => `not delivered: ${reason}`,
    uncollected: 'recorded; whoever waits for it gets it',
    pending: (agent: string): string => `recorded; ${agent} gets it when it runs`,
  },
  list: {
    nothingWaits: 'No plan is waiting.',
    noPlans: 'There are no plans yet.',
    howToSubmit: (command: string, folder: string): string => `Put one up with "${command}". Project: ${folder}`,
    columns: {
      id: 'REVIEW',
      status: 'STATUS',
      title: 'PLAN',
      path: 'PATH',
      revision: 'REV',
      source: 'FROM',
      waiting: 'SINCE',
      submitted: 'SUBMITTED',
    },
  },
  diff: {
    noBase: (revision: number): string => `Revision ${revision} is the first; there is nothing to compare it with.`,
    unread: 'One of the two revisions was never read, so they cannot be compared.',
    same: (base: number, revision: number): string => `Revisions ${base} and ${revision} have the same lines.`,
    lineEnds: (from: string, to: string): string => `The line ends changed from ${from} to ${to}.`,
    finalLineEnd: {
      added: 'A line end was added at the end of the text.',
      removed: 'The line end at the end of the text was removed.',
    },
    byteOrderMark: {
      added: 'A byte order mark was added at the beginning.',
      removed: 'The byte order mark at the beginning was removed.',
    },
    side: (path: string, revision: number): string => `${path} (revision ${revision})`,
    counts: (added: number, removed: number): string => `${count(added, 'line')} added, ${removed} removed`,
  },
  wait: {
    waiting: (title: string): string =>
      `Waiting for a decision on "${title}". Ctrl-C ends the waiting, not the review.`,
  },
  result: {
    waiting: (title: string, command: string): string =>
      `Nothing was decided: "${title}" goes on waiting.\nCome back with: ${command}`,
    ended: ({ title, revision, status }: Shown, by: string, delivery: string): string => {
      const who = by === '' ? '' : ` by ${by}`;
      return `"${title}", revision ${revision}: ${status}${who}${delivery === '' ? '' : `; ${delivery}`}.`;
    },
  },
  undo: {
    done: (title: string): string => `Undone. "${title}" waits again.`,
    decided: (action: 'approved' | 'rejected', isStop: boolean): string => {
      if (action === 'approved') return 'Approved.';
      return isStop ? 'Stopped.' : 'Not approved.';
    },
    offer: (decided: string, seconds: number): string => `${decided} It goes out in ${seconds} s.  [U] Undo`,
  },
  decide: {
    confirmApproval: '[Enter] Approve   [Esc] Leave it',
    nothing: 'Nothing was decided.',
    done: (
      { title, revision, status }: { title: string; revision: string; status: string },
      delivery: string,
    ): string => `"${title}", revision ${revision}: ${status}; ${delivery}.`,
    typeOnStdin: 'Type the text; Ctrl-D on an empty line ends it.',
    stdin: 'stdin',
  },
  menu: {
    keys: {
      a: 'Approve',
      n: 'Approve with notes',
      r: 'Request changes',
      s: 'Stop',
      c: 'Comment on lines',
      d: (base: number): string => `Changes since r${base}`,
      p: 'Read again',
      f: 'Take the changed file',
      l: 'Later',
    },
    from: (source: string): string => `from ${source}`,
    unsent: (comments: number, characters: number): string => {
      const parts = [
        comments > 0 ? count(comments, 'comment') : '',
        characters > 0 ? `a text of ${count(characters, 'character')}` : '',
      ];
      return `Not sent yet: ${parts.filter((part) => part !== '').join(' and ')}.`;
    },
    fileWarning: {
      changed: 'The file changed since it was submitted: it cannot be approved before you take the changed file.',
      missing: 'The file is gone or cannot be read any more: the plan cannot be approved, only rejected or stopped.',
    },
    replaced: (revision: number): string => `Revision ${revision} took its place; this is what changed.`,
  },
  confirm: {
    approval: (title: string, revision: string, sha256: string): string =>
      `Approve "${title}", revision ${revision} (${sha256}).`,
    approve: '[Enter] Approve   [Esc] Back',
    unsentNotes: 'Your comments and text were not sent. [N] sends them as notes; [Enter] approves without them.',
    stopping: "Stop: the plan is not approved and the agent's run ends. Nothing more is asked of its model.",
    stop: '[Enter] Stop   [T] Type a reason first   [Esc] Back',
    willRead: 'The agent will read:',
    send: '[Enter] Send   [E] Edit   [Esc] Back, keep what was typed',
  },
  compose: {
    notes: 'Notes for the agent to respect while it works:',
    changes: 'What should change? (nothing: the agent waits for you)',
    reason: 'Why is it stopped?',
    keys: 'Ctrl-D on an empty line: done · Ctrl-G: go on in your editor · Esc: back',
    withComments: (number: number): string => `${count(number, 'comment')} on lines will go with it.`,
    editorFailed: (exitCode: number, file: string): string =>
      `The editor ended with ${exitCode}, so nothing was taken over. What you typed is in ${file}. Set EDITOR to choose another.`,
  },
  comments: {
    help: `Write a comment on a line of its own, below the line it is about.
Above the first line it is about the whole plan.
Begin it with "3-5:" for several lines, with "question:" or "suggestion:"
to say how much it matters; else it must be answered.
Or change a line in place: that suggests the new words.
Save and close to go back. Nothing is sent yet.`,
    emptied: 'The file was empty: your comments stay as they were.',
    removed: (lines: readonly number[]): string =>
      `${lines.length === 1 ? 'Line' : 'Lines'} ${lines.join(', ')} of the plan were removed in the editor. That is no comment: say it in words.`,
    kept: (number: number): string =>
      number === 0
        ? 'No comments.'
        : `${count(number, 'comment')} kept. They go with "Request changes" or "Approve with notes".`,
  },
  draft: {
    notSaved: (reason: string): string => `What you typed could not be kept as a draft: ${reason}`,
  },
  pager: {
    prompt: 'q goes on, space next page, / searches ',
    more: (lines: number): string => `-- ${count(lines, 'more line', 'more lines')} · Enter next page · q goes on --`,
  },
  page: {
    reviewAt: (title: string, url: string): string =>
      `"${title}" waits for you at\n${url}\nCtrl-C ends the page, not the review.`,
    serving: (folder: string): string =>
      `The plans of ${folder} are shown at this address. Ctrl-C stops; plans go on waiting.`,
    stopped: 'Stopped. What waits goes on waiting.',
    portTaken: (port: number, other: number): string => `Port ${port} is taken; using ${other}.`,
    reachable: (hostname: string): string =>
      `Warning: listening on ${hostname}, so other machines can reach this page, over plain HTTP. Whoever has the address with its token can decide.`,
    noDisplay: 'There is no display here: open the address yourself.',
    forwardPort: (port: string): string =>
      `To open it on your own machine: ssh -L ${port}:127.0.0.1:${port} THIS-MACHINE`,
    notOpened: (reason: string): string => `The browser could not be opened (${reason}): open the address yourself.`,
    openerExit: (code: number): string => `its starter ended with ${code}`,
  },
  errors: {
    noSuchFolder: (folder: string): string => `There is no folder "${folder}". Name the project's folder with --dir.`,
    noSuchPlan: (target: string, isFile: boolean): string =>
      isFile
        ? `"${target}" was never put up for review.`
        : `No plan, review or file "${target}". "countersign history" shows the ones there are.`,
    makeFolderWritable: (folder: string): string =>
      `Make ${folder} writable, or name another project with --dir. Nothing was submitted.`,
    notSeconds: (option: string, text: string): string => `${option} takes a number of seconds, not "${text}".`,
    notPort: (text: string): string => `--port takes a number from 0 to 65535, not "${text}".`,
    notSha: (text: string): string =>
      `--sha256 takes the first 8 to 64 hex digits of the plan's SHA-256, not "${text}".`,
    shaNeeded: (show: string): string =>
      `Without a terminal an approval must name what was read: --sha256 and the first digits that "${show}" shows. Nothing was decided.`,
    otherSha: (prefix: string, show: string): string =>
      `What waits is not the plan ${prefix}. Read it with "${show}". Nothing was decided.`,
    strayWord: (word: string, option: string): string =>
      `"${word}" is one word too many. Give the text with ${option} "...", or - to read it from stdin.`,
    severalTexts: (option: string): string => `The text was given twice. Use ${option}, a file or stdin.`,
    textTooLarge: (place: string, bytes: number): string =>
      `The text from ${place} is larger than ${bytes} bytes. Nothing was decided.`,
    textUnreadable: (path: string, reason: string): string =>
      `The file "${path}" cannot be read: ${reason}. Nothing was decided.`,
    textNotUtf8: (place: string): string => `The text from ${place} is not UTF-8. Nothing was decided.`,
    unexpected: (message: string): string => `countersign failed: ${message}`,
    howToDebug: 'Run it again with COUNTERSIGN_DEBUG=1 to see where.',
  },
};
