use proptest::prelude::*;

use super::*;

fn stage(name: &str, is_rejection: bool) -> NewStage {
    NewStage { name: name.to_owned(), is_rejection, is_interviewing: false }
}

fn pipeline() -> Vec<PipelineStage> {
    let stages = [("Applied", false), ("Screen", false), ("Offer", false), ("Rejected", true)];
    let stages: Vec<NewStage> =
        stages.iter().map(|(name, rejection)| stage(name, *rejection)).collect();
    new_pipeline(&stages).unwrap()
}

fn names(stages: &[PipelineStage]) -> Vec<&str> {
    stages.iter().map(|stage| stage.name.as_str()).collect()
}

fn is_numbered(stages: &[PipelineStage]) -> bool {
    stages.iter().zip(1..).all(|(stage, order)| stage.stage_order == Some(order))
}

fn retire(stage: &str, move_to: Option<&str>) -> PipelineChange {
    PipelineChange::Retire { stage: stage.to_owned(), move_to: move_to.map(str::to_owned) }
}

fn rename(stage: &str, name: &str) -> PipelineChange {
    PipelineChange::Rename { stage: stage.to_owned(), name: name.to_owned() }
}

fn reorder(names: &[&str]) -> PipelineChange {
    PipelineChange::Reorder(names.iter().map(|name| (*name).to_owned()).collect())
}

fn add(name: &str, is_rejection: bool, place: StagePlace) -> PipelineChange {
    PipelineChange::Add { stage: stage(name, is_rejection), place }
}

#[test]
fn changes_give_the_expected_order() {
    let after = |name: &str| StagePlace::After(name.to_owned());
    for (change, expected) in [
        (add("New", false, StagePlace::Last), "Applied Screen Offer New Rejected"),
        (add("New", true, StagePlace::Last), "Applied Screen Offer Rejected New"),
        (add("New", false, StagePlace::First), "New Applied Screen Offer Rejected"),
        (add("New", false, after("SCREEN")), "Applied Screen New Offer Rejected"),
        (add(" applied ", false, StagePlace::Last), "Applied Screen Offer Rejected"),
        (rename("offer", "Proposal"), "Applied Screen Proposal Rejected"),
        (rename("offer", "OFFER"), "Applied Screen OFFER Rejected"),
        (reorder(&["Offer", "Applied"]), "Offer Applied Screen Rejected"),
        (reorder(&[]), "Applied Screen Offer Rejected"),
        (retire("Screen", None), "Applied Offer Rejected"),
        (retire("Rejected", Some("Applied")), "Applied Screen Offer"),
    ] {
        let update = apply(pipeline(), &change).unwrap();
        assert_eq!(names(&update.stages).join(" "), expected, "{change:?}");
        assert!(is_numbered(&update.stages), "{change:?}");
    }
}

#[test]
fn impossible_changes_say_why() {
    for (change, expected) in [
        (add("Applied", true, StagePlace::Last), "of another kind"),
        (add(" ", false, StagePlace::Last), "1 to 200 characters"),
        (add("New", false, StagePlace::After("none".to_owned())), "the job has: Applied, Screen"),
        (rename("none", "x"), "no stage is called none"),
        (rename("Offer", "applied"), "another stage is called applied"),
        (reorder(&["Offer", "offer"]), "named twice"),
        (retire("Offer", Some("offer")), "cannot move to Offer itself"),
        (retire("Offer", Some("none")), "no stage is called none"),
    ] {
        let error = apply(pipeline(), &change).unwrap_err().to_string();
        assert!(error.contains(expected), "{change:?}: {error}");
    }
    let one = new_pipeline(&[stage("Applied", false), stage("Rejected", true)]).unwrap();
    let error = apply(one, &retire("Applied", Some("Rejected"))).unwrap_err().to_string();
    assert!(error.contains("a stage to start in"), "{error}");
}

#[test]
fn every_template_starts_and_ends_well() {
    for template in TEMPLATES {
        let stages = new_pipeline(&template.stages()).unwrap();
        assert_eq!(names(&stages), template.stages.iter().map(|stage| stage.0).collect::<Vec<_>>());
        assert!(
            !stages[0].is_rejection_stage && stages.iter().any(|stage| stage.is_rejection_stage)
        );
        assert!(stages.iter().any(|stage| stage.is_interviewing_stage), "{}", template.name);
        assert!(is_numbered(&stages));
    }
    assert!(PipelineTemplate::named("agency").is_some() && PipelineTemplate::named("x").is_none());
}

fn any_change() -> impl Strategy<Value = PipelineChange> {
    let name = || prop::sample::select(vec!["Applied", "Screen", "Offer", "Rejected", "A", "B"]);
    let place = prop_oneof![
        Just(StagePlace::First),
        Just(StagePlace::Last),
        name().prop_map(|name| StagePlace::After(name.to_owned())),
    ];
    prop_oneof![
        (name(), any::<bool>(), place)
            .prop_map(|(name, rejection, place)| add(name, rejection, place)),
        (name(), name()).prop_map(|(stage, name)| rename(stage, name)),
        prop::collection::vec(name(), 0..4).prop_map(|names| reorder(&names)),
        (name(), prop::option::of(name())).prop_map(|(stage, target)| retire(stage, target)),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_changes_keep_names_unique_numbers_dense_and_a_stage_to_start_in(
        changes in prop::collection::vec(any_change(), 1..20),
    ) {
        let mut stages = pipeline();
        for change in changes {
            let Ok(update) = apply(stages.clone(), &change) else { continue };
            let target = update.move_to.as_ref().map(|target| &target.id);
            prop_assert!(target.is_none_or(|id| update.stages.iter().any(|stage| stage.id == *id)));
            // A change that is repeated is refused, or changes nothing.
            if !matches!(change, PipelineChange::Retire { .. })
                && let Ok(again) = apply(update.stages.clone(), &change)
            {
                prop_assert_eq!(&again.stages, &update.stages);
            }
            stages = update.stages;
            let mut keys: Vec<String> = stages.iter().map(|stage| name_key(&stage.name)).collect();
            keys.sort_unstable();
            keys.dedup();
            prop_assert_eq!(keys.len(), stages.len());
            prop_assert!(is_numbered(&stages));
            prop_assert!(stages.iter().any(|stage| !stage.is_rejection_stage));
        }
    }
}
