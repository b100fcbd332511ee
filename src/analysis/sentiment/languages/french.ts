import type { JudgingWords } from './words.js';

export const FRENCH: JudgingWords = {
  praise: `
    bon bonne bons bonnes meilleur* mieux excellent* excelle* fiable* fiabilité robuste* solide* durable*
    confortable* silencieu* facile* simple* intuitif* intuitive* pratique* agréable* rapide* efficace* performant*
    puissant* parfait* idéal* remarquable* exceptionnel* formidable* superbe* magnifique* génial* top
    incontournable* leader* référence réputé* reconnu* apprécié* populaire* sûr sûre sûrs sécurisé* élégant*
    raffiné* soigné* moderne* innovant* complet complète polyvalent* léger légère abordable* rapport_qualité*
    satisf* convainc* convaincu* impressionn* brille séduit adore* adoré* aime* recommand* qualité fluide* précis*
    réactif* réactive* accueillant* chaleureu* sérieu* de_confiance gagn* vainqueur* première_place premier_rang
    irréprochable* imbattable* favori* favorite* préféré* sans_faute sans_défaut avantage* atout* point_fort
    points_forts délicieu* raviss* ravi* content* contente* transparent* surpass* devance* domine* vaut_le_coup
    vaut_la_peine`,
  criticism: `
    mauvais* pire* médiocre* décev* déçu* déception* lent lente lents lentes lenteur* panne* défaut* défectueu*
    cassé* casse cassent fragile* bruyant* compliqué* complexe* inutile* inutilisable* lamentable* catastroph*
    horrible* affreu* désastreu* nul nulle insuffisant* limité* faible* problème* plainte* critiqué* critique*
    critiquent obsolète* dépassé* dangereu* retard* bug* bogue* plante plantent plantage* fuite* piraté* piratage*
    amende* condamné* rappel* rappelé* faillite fermé_sans arnaque* escroquerie* trompeu* surfacturé* hors_de_prix
    surévalué* injoignable* désagréable* inconfortable* instable* peu_fiable* peine_à jamais_arriv*
    n'arrivent_jamais perd perdu perdent dernier_rang dernière_place dernière_du dernier_du à_la_traîne regrett*
    regret* insatisf* mécontent* incompétent* ralenti* surchauff* prend_feu pris_feu explos* se_casse se_brise
    s'use rouille inconvénient* point_faible points_faibles bâclé* sale* impossible* lâche lâché* abandonné*
    frustr* péniblement pénible* galère* frais_cachés poursuivi*`,
  negations: 'pas jamais aucun aucune ni sans rien guère plus_de_rien peu',
  excess: 'trop',
  turns: 'mais cependant toutefois pourtant hélas malheureusement néanmoins bien_que',
  advises: `
    recommand* conseill* notre_choix meilleur_choix meilleure_option meilleur* le_choix_idéal incontournable*
    les_yeux_fermés n'hésitez_pas vaut_le_coup`,
  warns: `
    évite* éviter à_éviter fuir fuyez déconseill* ne_recommand* passez_votre_chemin méfiez* ne_vaut_pas à_fuir`,
  lists: 'meilleur* recommand* incontournable* conseil* choix options sélection',
  money: 'cher chère chers chères prix coûte* coût* tarif* euros €',
};
