import type { DemoCompany, DemoProject, Remarks } from '../demo.types.js';
import { cite, claim, frame, type Passage, SAMPLE_LABEL } from './passages.js';
import type { Occasion, Plot } from './plot.js';
import type { Random } from './random.js';

/** The words and chance that the forms below write with. */
interface Pen {
  project: DemoProject;
  plot: Plot;
  random: Random;
  /** Replaces the placeholders of a phrase. */
  fill: (phrase: string, name?: string) => string;
}

type Form = (pen: Pen) => Passage[];

/** Writes a plot as markdown: a ranking, a table, pros and cons, or prose. It ends with {@link SAMPLE_LABEL}. */
export function compose(project: DemoProject, { prompt }: Occasion, plot: Plot, random: Random): Passage[] {
  const fill = (phrase: string, name = '') => phrase.replaceAll('{focus}', prompt.focus).replaceAll('{name}', name);
  const pen: Pen = { project, plot, random, fill };
  const { openings, closings } = project.phrases;
  const passages = [
    frame(fill(random.pick(openings))),
    ...random.pick(formsFor(plot))(pen),
    ...(random.chance(0.6) ? [frame(`\n\n${fill(random.pick(closings))}`)] : []),
    frame(`\n\n${SAMPLE_LABEL}`),
  ];
  return cite(passages, plot.pages);
}

/** Pros beside cons would make any tone a mixed one. */
function formsFor({ tone }: Plot): Form[] {
  const always = [ranking, ranking, table, prose];
  return tone === null || tone === 'mixed' ? [...always, prosAndCons] : always;
}

function ranking(pen: Pen): Passage[] {
  const { plot, random, fill } = pen;
  const mark = random.pick([': ', ' – ']);
  const items = plot.companies.map((company, index) => {
    const note = fill(random.draw(remarksOn(pen, company).notes));
    return claim(`${index === 0 ? '\n\n' : '\n'}${index + 1}. **${headOf(company, random)}**${mark}${capital(note)}.`);
  });
  return random.chance(0.4) ? [...items, ...lastWord(pen)] : items;
}

function table(pen: Pen): Passage[] {
  const { project, plot, random } = pen;
  const rows = plot.companies.flatMap((company) => {
    const cells = [
      `**${company.name}**`,
      random.draw(project.phrases.bestFor),
      random.draw(project.phrases.prices),
      random.draw(remarksOn(pen, company).verdicts),
    ];
    return [claim(`\n| ${cells.join(' | ')}`), frame(' |')];
  });
  const head = '\n\n| Brand | Best for | Price | Verdict |\n| --- | --- | --- | --- |';
  return [frame(head), ...rows, ...lastWord(pen)];
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
