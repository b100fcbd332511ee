import type { JudgingWords } from './words.js';

export const DUTCH: JudgingWords = {
  praise: `
    goed goede beter betere beste uitstekend* voortreffelijk* betrouwbaar* robuust* stevig* duurzaam* duurzame
    comfortabel* stil stille eenvoudig* makkelijk* gemakkelijk* gebruiksvriendelijk* intuïtief intuïtieve handig*
    prettig* fijn fijne snelle efficiënt* krachtig* perfect* ideaal ideale uitblinkt blinkt_uit uitmuntend*
    uitzonderlijk* prachtig* geweldig* fantastisch* top toonaangevend* populair* geliefd* veilig* elegant* modern*
    innovatief innovatieve compleet complete veelzijdig* licht lichte betaalbaar* betaalbare kwaliteit
    prijs-kwaliteit* tevreden overtuig* indrukwekkend* schittert aanrad* aanbevolen aanbeveling* aan_te_raden
    nauwkeurig* vriendelijk* behulpzaam behulpzame deskundig* wint won winnaar* eerste_plaats vlekkeloos
    vlekkeloze onverslaanbaar* favoriet* voordel* sterk sterke sterkste heerlijk* blij transparant* overtreft
    de_moeite_waard probleemloos soepel* degelijk* nuttig* verrassend_goed houden_van`,
  criticism: `
    slecht* matig* teleurstel* teleurgesteld* traag trage kapot* defect* gebrek* fout* lawaaierig* luidruchtig*
    ingewikkeld* omslachtig* nutteloos nutteloze onbruikbaar* waardeloos waardeloze vreselijk* verschrikkelijk*
    rampzalig* ramp onvoldoende beperkt* zwak zwakke probleem problemen klacht* klagen klaagt kritiek bekritiseer*
    verouderd* gevaarlijk* vertraging* te_laat bug* crasht crashen loopt_vast vastloper* storing* lek lekt gelekt*
    datalek* gehackt* boete* beboet* aangeklaagd* teruggeroepen failliet oplichting* misleid* overschat* te_duur
    peperduur* onaangenaam* oncomfortabel* onstabiel* onbetrouwbaar* nooit_aan verliest verloor laatste_plaats
    onderaan spijt ontevreden incompetent* oververhit* vliegt_in_brand vloog_in_brand ontploft slijt versleten
    roest* nadel* zwakke_punt* vies vieze onmogelijk* frustr* verborgen_kosten laat_te_wensen_over valt_tegen
    vallen_tegen breekt brak genegeerd negeert onvriendelijk* stroef stroeve laat_in_de_steek in_de_steek wachten
    wachttijd* ergernis* irritant*`,
  negations: 'niet geen nooit nauwelijks zonder noch weinig zelden nergens',
  excess: 'te veel_te',
  turns: 'maar echter helaas hoewel toch desondanks',
  advises: `
    aanrad* raden_aan raad_aan aan_te_raden aanrader* beste_keuze beste_keus onze_keuze de_beste uitstekende_keuze
    goede_keuze de_moeite_waard`,
  warns: `
    vermijd* afgeraden afraden raden_af raad_af blijf_weg niet_aan_te_raden niet_aanbevolen niet_waard pas_op_voor
    waarschuw*`,
  lists: 'beste aanrad* aanbevel* tips opties keuzes',
  money: 'duur dure prijs* prijz* kost kosten euro €',
};
