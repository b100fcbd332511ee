import { STAGES, type Stage } from '../../entities/vocabulary.js';

/** A question about `{topic}`, `{brand}` or `{competitor}`. */
interface Template {
  stage: Stage;
  text: string;
}

type Language = 'de' | 'en' | 'es' | 'fr' | 'it' | 'nl' | 'pt';

/** Countries whose customers mostly ask in another language than English, of those that there are templates in. */
const COUNTRIES: readonly [Language, readonly string[]][] = [
  ['de', ['DE', 'AT', 'CH', 'LI']],
  ['es', ['ES', 'MX', 'AR', 'CO', 'CL', 'PE', 'EC', 'UY', 'PY', 'BO', 'VE', 'CR', 'PA', 'DO', 'GT', 'HN', 'NI', 'SV']],
  ['fr', ['FR', 'MC', 'LU', 'SN', 'CI']],
  ['it', ['IT', 'SM', 'VA']],
  ['nl', ['NL', 'BE', 'SR']],
  ['pt', ['PT', 'BR', 'AO', 'MZ', 'CV']],
];

/** 24 questions a language, in the same order: how people ask before they know a brand, and until they use one. */
const TEMPLATES: Readonly<Record<Language, Readonly<Record<Stage, readonly string[]>>>> = {
  en: {
    awareness: [
      'What should I know before choosing {topic}?',
      'How much does {topic} cost?',
      'What mistakes do people make when choosing {topic}?',
      'Who needs {topic}, and who does not?',
      'What do experts say about {topic}?',
      'What is new in {topic} this year?',
    ],
    consideration: [
      'best {topic}',
      'Which brands are best for {topic}?',
      '{topic} for small companies',
      '{topic} for beginners',
      'good {topic} at a low price',
      'most reliable {topic}',
      'Which {topic} do you recommend, and why?',
      'top 10 {topic} compared',
    ],
    decision: [
      '{brand} or {competitor}',
      'alternatives to {brand}',
      'alternatives to {competitor}',
      'is {brand} worth it',
      'What are the advantages and disadvantages of {brand}?',
      'What do customers say about {brand}?',
      'How much does {brand} cost?',
    ],
    use: ['How do I get started with {brand}?', 'How do I cancel {brand}?', 'How do I reach the support of {brand}?'],
  },
  de: {
    awareness: [
      'Worauf sollte ich bei {topic} achten?',
      'Was kostet {topic}?',
      'Welche Fehler macht man bei der Auswahl von {topic}?',
      'Wer braucht {topic} und wer nicht?',
      'Was sagen Fachleute über {topic}?',
      'Was gibt es dieses Jahr Neues bei {topic}?',
    ],
    consideration: [
      'beste {topic}',
      'Welche Marken sind die besten für {topic}?',
      '{topic} für kleine Firmen',
      '{topic} für Einsteiger',
      'gute und günstige {topic}',
      'zuverlässigste {topic}',
      'Welche {topic} empfiehlst du, und warum?',
      'Top 10 {topic} im Vergleich',
    ],
    decision: [
      '{brand} oder {competitor}',
      'Alternativen zu {brand}',
      'Alternativen zu {competitor}',
      'lohnt sich {brand}',
      'Was sind die Vor- und Nachteile von {brand}?',
      'Was sagen Kunden über {brand}?',
      'Was kostet {brand}?',
    ],
    use: [
      'Wie fange ich mit {brand} an?',
      'Wie kündige ich {brand}?',
      'Wie erreiche ich den Kundenservice von {brand}?',
    ],
  },
  fr: {
    awareness: [
      'Que faut-il savoir avant de choisir {topic} ?',
      'Combien coûte {topic} ?',
      'Quelles erreurs éviter en choisissant {topic} ?',
      'Qui a besoin de {topic}, et qui n’en a pas besoin ?',
      'Que disent les experts de {topic} ?',
      'Quelles sont les nouveautés de l’année en {topic} ?',
    ],
    consideration: [
      'meilleur {topic}',
      'Quelles sont les meilleures marques pour {topic} ?',
      '{topic} pour petites entreprises',
      '{topic} pour débutants',
      '{topic} bon et pas cher',
      '{topic} le plus fiable',
      'Quel {topic} recommandes-tu, et pourquoi ?',
      'top 10 {topic} comparatif',
    ],
    decision: [
      '{brand} ou {competitor}',
      'alternatives à {brand}',
      'alternatives à {competitor}',
      '{brand} vaut-il le coup',
      'Quels sont les avantages et les inconvénients de {brand} ?',
      'Que disent les clients de {brand} ?',
      'Combien coûte {brand} ?',
    ],
    use: [
      'Comment débuter avec {brand} ?',
      'Comment résilier {brand} ?',
      'Comment joindre le service client de {brand} ?',
    ],
  },
  es: {
    awareness: [
      '¿Qué debo saber antes de elegir {topic}?',
      '¿Cuánto cuesta {topic}?',
      '¿Qué errores se cometen al elegir {topic}?',
      '¿Quién necesita {topic} y quién no?',
      '¿Qué dicen los expertos de {topic}?',
      '¿Qué hay de nuevo este año en {topic}?',
    ],
    consideration: [
      'mejor {topic}',
      '¿Cuáles son las mejores marcas para {topic}?',
      '{topic} para pequeñas empresas',
      '{topic} para principiantes',
      '{topic} bueno y barato',
      '{topic} más fiable',
      '¿Qué {topic} recomiendas y por qué?',
      'los 10 mejores {topic} comparados',
    ],
    decision: [
      '{brand} o {competitor}',
      'alternativas a {brand}',
      'alternativas a {competitor}',
      'vale la pena {brand}',
      '¿Cuáles son las ventajas y desventajas de {brand}?',
      '¿Qué dicen los clientes de {brand}?',
      '¿Cuánto cuesta {brand}?',
    ],
    use: [
      '¿Cómo empiezo con {brand}?',
      '¿Cómo cancelo {brand}?',
      '¿Cómo contacto con la atención al cliente de {brand}?',
    ],
  },
  it: {
    awareness: [
      'Cosa devo sapere prima di scegliere {topic}?',
      'Quanto costa {topic}?',
      'Quali errori si fanno nella scelta di {topic}?',
      'Chi ha bisogno di {topic} e chi no?',
      'Cosa dicono gli esperti di {topic}?',
      'Quali sono le novità di quest’anno per {topic}?',
    ],
    consideration: [
      'migliore {topic}',
      'Quali sono le marche migliori per {topic}?',
      '{topic} per piccole aziende',
      '{topic} per principianti',
      '{topic} buono ed economico',
      '{topic} più affidabile',
      'Quale {topic} consigli, e perché?',
      'i 10 migliori {topic} a confronto',
    ],
    decision: [
      '{brand} o {competitor}',
      'alternative a {brand}',
      'alternative a {competitor}',
      'conviene {brand}',
      'Quali sono i vantaggi e gli svantaggi di {brand}?',
      'Cosa dicono i clienti di {brand}?',
      'Quanto costa {brand}?',
    ],
    use: [
      'Come si inizia con {brand}?',
      'Come si disdice {brand}?',
      'Come si contatta l’assistenza clienti di {brand}?',
    ],
  },
  nl: {
    awareness: [
      'Wat moet ik weten voordat ik {topic} kies?',
      'Wat kost {topic}?',
      'Welke fouten maken mensen bij het kiezen van {topic}?',
      'Wie heeft {topic} nodig en wie niet?',
      'Wat zeggen deskundigen over {topic}?',
      'Wat is er dit jaar nieuw in {topic}?',
    ],
    consideration: [
      'beste {topic}',
      'Welke merken zijn het beste voor {topic}?',
      '{topic} voor kleine bedrijven',
      '{topic} voor beginners',
      'goede en goedkope {topic}',
      'meest betrouwbare {topic}',
      'Welke {topic} raad je aan, en waarom?',
      'top 10 {topic} vergelijken',
    ],
    decision: [
      '{brand} of {competitor}',
      'alternatieven voor {brand}',
      'alternatieven voor {competitor}',
      'is {brand} het waard',
      'Wat zijn de voor- en nadelen van {brand}?',
      'Wat zeggen klanten over {brand}?',
      'Wat kost {brand}?',
    ],
    use: ['Hoe begin ik met {brand}?', 'Hoe zeg ik {brand} op?', 'Hoe bereik ik de klantenservice van {brand}?'],
  },
  pt: {
    awareness: [
      'O que devo saber antes de escolher {topic}?',
      'Quanto custa {topic}?',
      'Que erros se cometem ao escolher {topic}?',
      'Quem precisa de {topic} e quem não precisa?',
      'O que dizem os especialistas sobre {topic}?',
      'O que há de novo este ano em {topic}?',
    ],
    consideration: [
      'melhor {topic}',
      'Quais são as melhores marcas para {topic}?',
      '{topic} para pequenas empresas',
      '{topic} para iniciantes',
      '{topic} bom e barato',
      '{topic} mais confiável',
      'Que {topic} recomenda, e por quê?',
      'os 10 melhores {topic} comparados',
    ],
    decision: [
      '{brand} ou {competitor}',
      'alternativas a {brand}',
      'alternativas a {competitor}',
      '{brand} vale a pena',
      'Quais são as vantagens e desvantagens de {brand}?',
      'O que dizem os clientes sobre {brand}?',
      'Quanto custa {brand}?',
    ],
    use: ['Como começo a usar {brand}?', 'Como cancelo {brand}?', 'Como contacto o apoio ao cliente de {brand}?'],
  },
};

/**
 * The questions for customers of a place, in its language (ISO 639), else in that of its country (ISO 3166-1 alpha-2):
 * English where there are no templates of its own.
 */
export function templatesOf(country: string, language: string | null = null): Template[] {
  const [spoken] = COUNTRIES.find(([own]) => own === language) ??
    COUNTRIES.find(([, countries]) => countries.includes(country)) ?? ['en' as const];
  const chosen = language === 'en' ? language : spoken;
  return STAGES.flatMap((stage) => TEMPLATES[chosen][stage].map((text) => ({ stage, text })));
}
