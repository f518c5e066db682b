import { DockerfileParser } from 'dockerfile-ast';
import { ValidationSeverity, validate } from 'dockerfile-utils';

const STRICT = Object.fromEntries(
  [
    'deprecatedMaintainer',
    'directiveCasing',
    'emptyContinuationLine',
    'instructionCasing',
    'instructionCmdMultiple',
    'instructionEntrypointMultiple',
    'instructionHealthcheckMultiple',
    'instructionJSONInSingleQuotes',
    'instructionWorkdirRelative',
  ].map((rule) => [rule, ValidationSeverity.ERROR]),
);

/**
 * What is wrong with a Dockerfile: faults by its grammar, and by our rules for images.
 *
 * @param {string} text
 * @returns {string[]}
 */
export function complaintsAboutDockerfile(text) {
  const problems = validate(text, STRICT).map(
    ({ range, message }) => `Dockerfile:${range.start.line + 1}: ${message}`,
  );
  return problems.length > 0 ? problems : complaintsAboutStages(stagesOf(text));
}

/**
 * @typedef {object} Stage
 * @property {string} name
 * @property {string} image
 * @property {{ keyword: string, text: string, line: number }[]} instructions
 *
 * @returns {Stage[]}
 */
export function stagesOf(text) {
  const file = DockerfileParser.parse(text);
  const froms = new Map(file.getFROMs().map((from) => [from.getRange().start.line, from]));
  const stages = [];
  for (const instruction of file.getInstructions()) {
    const { line } = instruction.getRange().start;
    const from = froms.get(line);
    if (from) {
      const name = from.getBuildStage() ?? String(stages.length);
      stages.push({ name, image: from.getImage() ?? '', instructions: [] });
    }
    const keyword = instruction.getKeyword();
    // The parser does not count flags as arguments.
    const said = instruction.getTextContent().slice(keyword.length).trim();
    stages.at(-1)?.instructions.push({ keyword, text: said, line: line + 1 });
  }
  return stages;
}

/** The value of a stage's last instruction of this kind. */
export const lastOf = (stage, keyword) =>
  stage.instructions.findLast((instruction) => instruction.keyword === keyword)?.text;

/** Whether an image name is fixed: it has a tag other than `latest`. */
export const isPinned = (image) =>
  /^[^:@]+(?::(?!latest$)[\w][\w.-]*)?(?:@sha256:[0-9a-f]{64})?$/.test(image) && /[:@]/.test(image);

/** ADD unpacks a local archive. Everything else that it does, COPY does without surprises. */
const PACKAGE = /^dist\/blocktally-\*\.tgz \S+$/;

function complaintsAboutStages(stages) {
  const found = [];
  const names = [];
  for (const stage of stages) {
    if (!names.includes(stage.image) && !isPinned(stage.image)) {
      found.push(`Dockerfile: the image ${stage.image} has no tag of its own`);
    }
    for (const { keyword, text, line } of stage.instructions) {
      const from = /--from=(\S+)/.exec(text)?.[1];
      if (from && !names.includes(from) && !isPinned(from)) {
        found.push(`Dockerfile:${line}: there is no stage ${from} before this line`);
      }
      if (keyword === 'ADD' && !PACKAGE.test(text)) {
        found.push(`Dockerfile:${line}: use COPY, which fetches nothing`);
      }
      // It would have to run on every platform, or in an emulation of it.
      if (keyword === 'RUN') found.push(`Dockerfile:${line}: nothing is built in the image`);
    }
    names.push(stage.name);
  }
  const image = stages.at(-1);
  return image ? [...found, ...complaintsAboutImage(image)] : ['Dockerfile: it has no stage'];
}

/** Rules for the last stage, which runs in production. */
function complaintsAboutImage(stage) {
  const found = [];
  const user = lastOf(stage, 'USER');
  if (!user || /^(?:root|0)(?::|$)/.test(user)) found.push('Dockerfile: the server runs as root');
  for (const keyword of ['CMD', 'ENTRYPOINT']) {
    const said = lastOf(stage, keyword);
    // A shell in between would get the signals and not pass them on.
    if (said && !said.startsWith('[')) found.push(`Dockerfile: write ${keyword} as a list`);
  }
  const port = lastOf(stage, 'EXPOSE');
  const health = lastOf(stage, 'HEALTHCHECK');
  // biome-ignore lint/suspicious/noTemplateCurlyInString: Node.js fills it in, in the container
  if (!health?.includes(':${process.env.PORT}/api/ready')) {
    found.push('Dockerfile: HEALTHCHECK must ask /api/ready on the port of PORT');
  }
  const listens = /\bPORT=(\d+)/.exec(lastOf(stage, 'ENV') ?? '')?.[1];
  if (listens !== port) found.push(`Dockerfile: PORT is ${listens}, and EXPOSE says ${port}`);
  return found;
}
