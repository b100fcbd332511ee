import type { JudgingWords } from './words.js';

export const GERMAN: JudgingWords = {
  praise: `
    gut gute guter gutes guten gutem besser* beste bester bestes besten bestem am_besten hervorragend*
    ausgezeichnet* exzellent* erstklassig* zuverlässig* robust* langlebig* bequem* komfortabel* leise leiser
    einfach_zu* benutzerfreundlich* intuitiv* überzeug* beeindruck* begeister* zufrieden* vorbildlich*
    vorbildhaft* hochwertig* präzise* schnell schnelle schneller schnelles schnellen stark starke starker starkes
    starken perfekt* ideal* optimal* solide* top spitze* spitzenklasse sicher sichere sicheren vertrauenswürdig*
    beliebt* führend* testsieger* preis-leistung* preiswert* günstig* fair* freundlich* kompetent* hilfsbereit*
    hilfreich* elegant* stilvoll* toll* großartig* fantastisch* wunderbar* klasse genial* stabil* vielseitig*
    praktisch* angenehm* punktet* glänzt* besticht unschlagbar* makellos* bewährt* liebling* favorit* sieger*
    gelungen* lohnt lohnenswert* effizient* leistungsstark* innovativ* modern* detailreich* klar klare klarer
    klares klaren reichhaltig* atmungsaktiv* wertig* seriös* flexibel* übertrifft übertreffen empfiehlt
    problemlos* mühelos* reibungslos* herausragend* überragend* ausgereift* durchdacht* vorteil* stärke* meister*
    gewinnt gewann setzt_maßstäbe erste_wahl lieb* schätzen`,
  criticism: `
    schlecht* mangelhaft* unzuverlässig* enttäusch* kaputt* defekt* fehlerhaft* langsam* träge* umständlich*
    kompliziert* überteuert* überhöht* unbrauchbar* nutzlos* ärger* mangel mängel* schwach schwache schwacher
    schwaches schwachen schwäche* problem* beschwer* kritik* kritisier* kritisch bemängel* veraltet* unsicher*
    gefährlich* laut lauter laute störend* instabil* absturz* abstürze* stürzt_ab abgestürzt verspätet*
    verspätung* unfreundlich* inkompetent* im_stich lässt_nach miserabel* katastroph* grauenhaft* furchtbar*
    schrecklich* nachteil* bricht gebrochen reißt undicht* verschleiß* überhitz* brand brannte rückruf*
    zurückgerufen eingestellt pleite insolven* bußgeld* strafe* verklagt datenleck* datenpanne* gehackt* betrug*
    betrüg* abzocke* reinfall ausfall ausfälle* ausgefallen hakt hakelig* ruckel* dürftig* mäßig* minderwertig*
    billig_verarbeitet unbequem* lückenhaft* fehler* versagt* versagen schlusslicht letzter_platz letzten_platz
    hinterher teuer_erkauft warten wartet wartezeit* nie_an ignorier* mühsam* unübersichtlich* nervt nervig*
    schlimm* schlechteste* rostet* verlor verliert vergriffen schimmel* verärger* unzufrieden* frustrier* vermisst
    zweifelhaft* unseriös* intransparent*`,
  negations: 'nicht kein keine keinen keinem keiner nie niemals kaum ohne weder wenig selten nirgends',
  excess: 'zu viel_zu',
  turns: 'aber jedoch allerdings doch dennoch leider hingegen trotzdem obwohl',
  advises: `
    empfehl* zu_empfehlen empfehlenswert* ist_die_beste ist_der_beste ist_das_beste unsere_wahl zugreifen
    greifen_sie_zu klare_empfehlung macht_nichts_falsch testsieger*`,
  warns: `
    raten_ab rate_ab wir_ab ich_ab abzuraten abgeraten abraten rät_ab warnen warnt gewarnt finger_weg finger_von
    meiden vermeiden nicht_empfehl* nicht_zu_empfehlen lieber_nicht nicht_wert`,
  lists: 'beste* besten empfehl* tipps favoriten auswahl alternativen anbieter top',
  money: 'teuer* preis* kostet kosten euro € günstiger',
};
