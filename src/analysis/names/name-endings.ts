import type { TextLanguage } from '../language/text-language.js';
import { CASE, CLASS, caseOf, classOf } from '../reading/characters.js';
import type { NameForm } from './name-forms.js';

/** What names end in by the grammar of a language, of three letters at most: `Lidls`, `Nokialla`, `Сбербанка`. */
const ENDINGS: Readonly<Partial<Record<TextLanguage, RegExp>>> = {
  de: ending('s'),
  nl: ending('s'),
  sv: ending('s'),
  da: ending('s'),
  nb: ending('s'),
  pl: ending('a|u|em|owi|ie|y|om|ami|ach|ów|ę|ą'),
  cs: ending('a|u|y|em|ou|ě|e|ům|ů'),
  fi: ending('n|a|ä|an|än|en|in|on|lla|llä|ssa|ssä|sta|stä|lle|lta|ltä|ksi'),
  ru: ending('а|у|ом|е|ы|и|ов|ой|ю|я|ем|ам|ах|ами'),
  uk: ending('а|у|ом|і|и|ів|ою|ю|я|ем|ам|ах|ові'),
};
/** A shorter name with an ending may be another word. */
const FEWEST_LETTERS = 4;

/** Particles that Hebrew and Arabic write on the word that follows: `לוולט`, `بنون`. */
const PARTICLES = /(?:^|[^\p{L}])(?:[ובלמהכש]{1,2}|[وف]?(?:ال|لل|[بلك](?:ال)?)|[وف])$/u;
const PARTICLE_SCRIPT = /[\p{Script=Hebrew}\p{Script=Arabic}]/u;
const LONGEST_PARTICLE = 5;

/**
 * Where the word ends whose beginning a name is, its ending being one of the text's language; null where it is none.
 * Only of coined names: an ordinary word with an ending is a plural or another word.
 */
export function endWithEnding(text: string, form: NameForm, end: number, language: () => TextLanguage | null) {
  if (form.isInDictionary || form.kind !== 'name' || form.folded.length < FEWEST_LETTERS) return null;
  if (classOf(text.charCodeAt(end)) !== CLASS.letter || caseOf(text.charCodeAt(end)) !== CASE.lower) return null;
  const found = language();
  const endings = found && ENDINGS[found];
  if (!endings) return null;
  endings.lastIndex = end;
  return endings.test(text) ? endings.lastIndex : null;
}

/** Whether nothing but a particle of its script is before the name in its word. */
export function isBehindParticle(text: string, start: number): boolean {
  if (!PARTICLE_SCRIPT.test(text.charAt(start))) return false;
  return PARTICLES.test(text.slice(Math.max(0, start - LONGEST_PARTICLE), start));
}

function ending(endings: string): RegExp {
  return new RegExp(`(?:${endings})(?!\\p{L})`, 'uy');
}
