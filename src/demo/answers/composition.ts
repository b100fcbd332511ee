import type { DemoCompany, DemoProject, Remarks } from '../demo.types.js';
import { cite, claim, frame, type Passage, SAMPLE_LABEL } from './passages.js';
import type { Occasion, Plot } from './plot.js';
import { type Random, randomOf } from './random.js';

/** The words and chance that the forms below write with. */
interface Pen {
  project: DemoProject;
  plot: Plot;
  random: Random;
  /** Replaces the placeholders of a phrase. */
  fill: (phrase: string, name?: string) => string;
}

const TABLE_TITLES = ['At a glance', 'How they compare', 'A quick comparison'];

type Form = (pen: Pen) => Passage[];

/**
 * Writes a plot as markdown: a ranking, a guide with headings, a table, pros and cons, or prose, now and then with what
 * to look for. It ends with {@link SAMPLE_LABEL}.
 */
export function compose(project: DemoProject, { prompt }: Occasion, plot: Plot, random: Random): Passage[] {
  const fill = (phrase: string, name = '') => phrase.replaceAll('{focus}', prompt.focus).replaceAll('{name}', name);
  const pen: Pen = { project, plot, random, fill };
  const { openings, closings } = project.phrases;
  const passages = [
    frame(fill(random.pick(openings))),
    ...random.pick(formsFor(plot))(pen),
    ...(random.chance(0.35) ? tips(pen) : []),
    ...(random.chance(0.6) ? [frame(`\n\n${fill(random.pick(closings))}`)] : []),
    frame(`\n\n${SAMPLE_LABEL}`),
  ];
  return cite(passages, plot.pages);
}

/** Pros beside cons would make any tone a mixed one. */
function formsFor({ tone }: Plot): Form[] {
  const always = [ranking, ranking, guide, guide, table, prose];
  return tone === null || tone === 'mixed' ? [...always, prosAndCons] : always;
}

function ranking(pen: Pen): Passage[] {
  const { plot, random, fill } = pen;
  const mark = random.pick([': ', ' – ']);
  const items = plot.companies.map((company, index) => {
    const note = fill(random.draw(remarksOn(pen, company).notes));
    return claim(`${index === 0 ? '\n\n' : '\n'}${index + 1}. **${headOf(company, random)}**${mark}${capital(note)}.`);
  });
  const titled = random.chance(0.5) ? [title(pen), ...items] : items;
  return random.chance(0.4) ? [...titled, ...lastWord(pen)] : titled;
}

/** A heading for each company, a sentence on it, and two facts. */
function guide(pen: Pen): Passage[] {
  const { project, plot, random, fill } = pen;
  const entries = shortList(project, plot, 4).flatMap((company, index) => {
    const sentence = fill(random.draw(remarksOn(pen, company).sentences), company.name);
    const facts = [
      `Best for: ${constantOf(company, project.phrases.bestFor).toLowerCase()}`,
      `Price: about ${constantOf(company, project.phrases.prices)}`,
    ];
    return [claim(`\n\n### ${index + 1}. ${headOf(company, random)}\n\n${sentence}`), frame(`\n\n${bullets(facts)}`)];
  });
  return [title(pen), ...entries];
}

function table(pen: Pen): Passage[] {
  const { project, plot, random } = pen;
  const rows = plot.companies.flatMap((company) => {
    const cells = [
      `**${company.name}**`,
      constantOf(company, project.phrases.bestFor),
      constantOf(company, project.phrases.prices),
      random.draw(remarksOn(pen, company).verdicts),
    ];
    return [claim(`\n| ${cells.join(' | ')}`), frame(' |')];
  });
  const head = '\n\n| Brand | Best for | Price | Verdict |\n| --- | --- | --- | --- |';
  return [frame(`\n\n## ${random.pick(TABLE_TITLES)}`), frame(head), ...rows, ...lastWord(pen)];
}

function prosAndCons({ project, plot, random }: Pen): Passage[] {
  const { pros, cons } = project.phrases;
  return shortList(project, plot, 3).flatMap((company) => [
    claim(`\n\n### ${headOf(company, random)}\n\n**Pros**\n${bullets([random.draw(pros), random.draw(pros)])}`),
    claim(`\n\n**Cons**\n${bullets([random.draw(cons)])}`),
  ]);
}

function prose(pen: Pen): Passage[] {
  const { random, fill } = pen;
  return pen.plot.companies.map((company, index) => {
    const remarks = Array.from({ length: company === pen.project.brand ? 2 : 1 }, () =>
      fill(random.draw(remarksOn(pen, company).sentences), company.name),
    );
    return claim(`${index % 2 === 0 ? '\n\n' : ' '}${remarks.join(' ')}`);
  });
}

function title({ project, random, fill }: Pen): Passage {
  return frame(`\n\n## ${fill(random.pick(project.phrases.titles))}`);
}

function tips({ project, random }: Pen): Passage[] {
  const chosen = [0, 1, 2].map(() => random.draw(project.phrases.tips));
  return [frame(`\n\n## What to look for\n\n${bullets(chosen)}`)];
}

/** A paragraph on the brand, or on the first company where the brand is not named. */
function lastWord(pen: Pen): Passage[] {
  const { project, plot, random, fill } = pen;
  const company = plot.tone === null ? plot.companies[0] : project.brand;
  if (!company) return [];
  return [claim(`\n\n${fill(random.draw(remarksOn(pen, company).sentences), `**${company.name}**`)}`)];
}

function remarksOn({ project, plot }: Pen, company: DemoCompany): Remarks {
  return company === project.brand && plot.tone !== null ? project.phrases.brand[plot.tone] : project.phrases.rivals;
}

/** What all answers say alike of a company. */
function constantOf({ name }: DemoCompany, phrases: readonly string[]): string {
  return randomOf(name).pick(phrases);
}

/** The first companies of the answer, with the brand among them where it is named at all. */
function shortList({ brand }: DemoProject, { companies }: Plot, length: number): DemoCompany[] {
  const first = companies.slice(0, length);
  return companies.includes(brand) && !first.includes(brand) ? [...first.slice(0, -1), brand] : first;
}

function headOf({ name, models }: DemoCompany, random: Random): string {
  return models.length > 0 && random.chance(0.5) ? `${name} ${random.pick(models)}` : name;
}

function bullets(items: readonly string[]): string {
  return items.map((item) => `- ${capital(item)}`).join('\n');
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
